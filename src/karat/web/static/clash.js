// Two versions of one answer: shows both and lets the person choose.

const dialog = document.querySelector("#clash");

export function settle(said) {
  dialog.querySelector(".sentence").textContent = said.error;
  dialog.querySelector(".yours").textContent = said.yours.said;
  dialog.querySelector(".stands").textContent = said.stands.said;
  dialog.showModal();
  return new Promise((chosen) => {
    for (const button of dialog.querySelectorAll("button")) {
      button.onclick = () => { dialog.close(); chosen(button.value); };
    }
    dialog.oncancel = (event) => event.preventDefault(); // one of the two must stand
  });
}
