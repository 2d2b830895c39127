/**
 * Makes the browser create or use a passkey when its form is sent, and sends the response with it. The forms are hidden
 * unless the browser supports passkeys (https://www.w3.org/TR/webauthn-3/#sctn-parseCreationOptionsFromJSON).
 */
export const passkeyScript = `
const passkeys = window.PublicKeyCredential
if (passkeys && passkeys.parseCreationOptionsFromJSON && passkeys.parseRequestOptionsFromJSON) {
  for (const note of document.querySelectorAll('[data-no-passkeys]')) note.hidden = true
  for (const part of document.querySelectorAll('[data-passkeys]')) part.hidden = false
  for (const form of document.querySelectorAll('form[data-options]')) {
    const { options, creates, failed, known } = form.dataset
    const button = form.querySelector('button')
    const problem = form.querySelector('[data-problem]')
    const ask = () => {
      const publicKey = JSON.parse(options)
      return creates
        ? navigator.credentials.create({ publicKey: passkeys.parseCreationOptionsFromJSON(publicKey) })
        : navigator.credentials.get({ publicKey: passkeys.parseRequestOptionsFromJSON(publicKey) })
    }
    form.addEventListener('submit', async (event) => {
      event.preventDefault()
      if (button.getAttribute('aria-disabled') === 'true') return
      button.setAttribute('aria-disabled', 'true')
      problem.textContent = ''
      try {
        form.elements.namedItem('passkey').value = JSON.stringify(await ask())
        form.submit()
      } catch (error) {
        problem.textContent = error.name === 'InvalidStateError' && known ? known : failed
        button.removeAttribute('aria-disabled')
      }
    })
    window.addEventListener('pageshow', () => button.removeAttribute('aria-disabled'))
    if (!creates && !document.querySelector('.error-summary')) button.focus()
  }
}`
