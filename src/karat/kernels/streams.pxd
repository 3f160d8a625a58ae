"""Random numbers by number: stream r of a seed is the same whoever asks for it; for kernels to `cimport`."""

from libc.stdint cimport uint64_t


cdef inline uint64_t stepped(uint64_t x) noexcept nogil:
    """The next place of a stream: the golden gamma of SplitMix64 (Steele, Lea & Flood 2014)."""
    return x + <uint64_t>0x9E3779B97F4A7C15


cdef inline uint64_t mix(uint64_t z) noexcept nogil:
    """The number at a place."""
    z = (z ^ (z >> 30)) * <uint64_t>0xBF58476D1CE4E5B9
    z = (z ^ (z >> 27)) * <uint64_t>0x94D049BB133111EB
    return z ^ (z >> 31)


cdef inline uint64_t stream(uint64_t seed, uint64_t resample) noexcept nogil:
    """Where the stream of a resample starts: two rounds keep those of neighbouring seeds and resamples apart."""
    return mix(stepped(mix(stepped(seed)) + resample * <uint64_t>0xD1342543DE82EF95))
