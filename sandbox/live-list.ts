/** A script that refreshes an element of the page automatically while the page is visible. Without scripts a button reloads. */
export const liveListScript = (address: string, id: string): string => `const everyMs = 2000
const here = document.getElementById('${id}')
async function look() {
  try {
    const response = document.hidden ? null : await fetch('${address}')
    if (response?.ok) {
      const page = new DOMParser().parseFromString(await response.text(), 'text/html')
      const there = page.getElementById('${id}')
      if (there.innerHTML !== here.innerHTML) {
        const focused = document.activeElement?.closest('#${id} a')?.getAttribute('href')
        here.replaceChildren(...there.childNodes)
        if (focused) here.querySelector('a[href="' + CSS.escape(focused) + '"]')?.focus()
      }
    }
  } catch {
    // The shop is restarting: the next refresh succeeds.
  }
  setTimeout(look, everyMs)
}
setTimeout(look, everyMs)
`
