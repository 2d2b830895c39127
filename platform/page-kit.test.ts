import assert from 'node:assert/strict'
import { test } from 'vitest'
import { html } from './html.ts'
import { card, field, postForm } from './page-kit.ts'

const input = (attributes: ReturnType<typeof html>) => html`<input ${attributes} />`
const flat = (text: string) => text.replaceAll(/\s+/g, ' ')

test('a field names its hint and its error, which screen readers announce with it', () => {
  const { html: text } = field({ name: 'code', label: 'Code', hint: 'Six digits', error: 'Wrong <code>' }, input)
  assert.match(flat(text), /<input class="input" id="code" name="code" aria-describedby="code-hint code-error"/)
  assert.match(text, /aria-invalid="true"/)
  assert.match(text, /<p class="field__error" id="code-error">Wrong &lt;code&gt;<\/p>/)
  assert.doesNotMatch(field({ name: 'code', label: 'Code' }, input).html, /aria-/)
})

test('a form has its hidden fields, and the browser validates it unless told otherwise', () => {
  const form = { action: '/device', hidden: { _csrf: 'a"b' } }
  assert.match(postForm(form, html``).html, /<input type="hidden" name="_csrf" value="a&quot;b" \/>/)
  assert.doesNotMatch(postForm(form, html``).html, /novalidate/)
  assert.match(postForm({ ...form, noValidate: true }, html``).html, /novalidate/)
})

test('a card has a shadow if it is alone on a page', () => {
  assert.match(card('Title', html``).html, /class="narrow-card stack"/)
  assert.match(card('Title', html``, true).html, /class="narrow-card card card--raised stack"/)
})
