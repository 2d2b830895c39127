/** HTML that is safe to send: only `html` creates it, and escapes all inserted values except such HTML. */
export type Html = { readonly html: string }

type Part = Html | string | number | false | null | undefined | readonly Part[]

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (c) => escapes[c] ?? c)
}

function render(part: Part): string {
  if (part === false || part === null || part === undefined) return ''
  if (typeof part === 'string') return escapeHtml(part)
  if (typeof part === 'number') return String(part)
  if ('html' in part) return part.html
  return part.map(render).join('')
}

/** Tagged template: html`<p>${text}</p>`. Attributes must be in double quotes. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return { html: strings.reduce((all, string, i) => all + render(parts[i - 1]) + string) }
}
