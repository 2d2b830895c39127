/**
 * A script that shows new rows in the list of an element, while the page is visible. Each row of the list has a unique
 * `data-key`. Rows that stay are not replaced, so that what is open or focused in them stays so. Without scripts a
 * button reloads.
 */
export const liveListScript = (address: string, id: string): string => `const everyMs = 2000
const here = document.getElementById('${id}')
function show(there) {
  const [list, newer] = [here, there].map((part) => part.querySelector('ol, ul'))
  if (!list || !newer) {
    if (there.innerHTML !== here.innerHTML) here.replaceChildren(...there.childNodes)
    return
  }
  const wanted = new Set(Array.from(newer.children, (row) => row.dataset.key))
  for (const row of [...list.children]) if (!wanted.has(row.dataset.key)) row.remove()
  let next = list.firstElementChild
  for (const row of [...newer.children])
    if (row.dataset.key === next?.dataset.key) next = next.nextElementSibling
    else list.insertBefore(row, next)
}
async function look() {
  try {
    const response = document.hidden ? null : await fetch('${address}')
    if (response?.ok) {
      const page = new DOMParser().parseFromString(await response.text(), 'text/html')
      show(page.getElementById('${id}'))
    }
  } catch {
    // The shop is restarting: the next refresh succeeds.
  }
  setTimeout(look, everyMs)
}
setTimeout(look, everyMs)
`
