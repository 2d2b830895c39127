/**
 * Shows and hides a password, and warns about caps lock. The pages work without it: its elements are hidden until it
 * runs. A password is sent from a password field, as password managers expect.
 */
export const passwordScript = `
for (const input of document.querySelectorAll('input[type=password]')) {
  const field = input.closest('.field')
  const button = field.querySelector('[data-show]')
  const caps = field.querySelector('[data-caps]')
  const show = (shown) => {
    input.type = shown ? 'text' : 'password'
    button.setAttribute('aria-pressed', shown)
    button.textContent = shown ? button.dataset.hide : button.dataset.show
  }
  button.hidden = false
  button.addEventListener('click', () => {
    show(input.type === 'password')
    input.focus()
  })
  input.form.addEventListener('submit', () => show(false))
  const look = (event) => {
    caps.hidden = !(event.getModifierState && event.getModifierState('CapsLock'))
  }
  input.addEventListener('keydown', look)
  input.addEventListener('keyup', look)
  input.addEventListener('blur', () => {
    caps.hidden = true
  })
}`
