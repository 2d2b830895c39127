import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import fc from 'fast-check'
import { escapeHtml, html } from './html.ts'

const dangerous = fc.string({
  unit: fc.constantFrom('<', '>', '"', "'", '&', 'a', '=', '/', ' ', '&lt;', '<script>', 'é'),
})

/** Reads text as a browser does: decodes the five entities, the ampersand last. */
const read = (text: string) =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')

describe('html', () => {
  it('escapes all inserted values, in text and in attributes', () => {
    const evil = `"><img onerror='x' src=&>`
    assert.equal(html`<p title="${evil}">${evil}</p>`.html, `<p title="${escapeHtml(evil)}">${escapeHtml(evil)}</p>`)
    assert.equal(escapeHtml(evil), '&quot;&gt;&lt;img onerror=&#39;x&#39; src=&amp;&gt;')
  })

  it('escapes every character that could end a text or an attribute, and loses none', () => {
    fc.assert(
      fc.property(dangerous, (text) => {
        const { html: escaped } = html`${text}`
        assert.doesNotMatch(escaped, /[<>"']/)
        assert.equal(read(escaped), text)
      }),
    )
  })

  it('escapes once: its HTML is unchanged inside other HTML', () => {
    const inner = html`<b>${'<i>'}</b>`
    assert.equal(html`<p>${inner}</p>`.html, '<p><b>&lt;i&gt;</b></p>')
    assert.equal(html`${[inner, html`<hr />`]}${'&amp;'}`.html, '<b>&lt;i&gt;</b><hr />&amp;amp;')
  })

  it('shows nothing for missing values, numbers unchanged, and lists in order, each part escaped', () => {
    assert.equal(html`[${null}${undefined}${false}${''}${0}${['a', 1, [html`<br />`, '<']]}]`.html, '[0a1<br />&lt;]')
  })
})
