import assert from 'node:assert/strict'
import { test } from 'vitest'
import fc from 'fast-check'
import { darkColours, lightColours } from './colours.ts'
import { layOutMail, mailFrame, type MailFrame } from './layout.ts'

const frame: MailFrame = {
  brandName: 'Parallax & Sons',
  logo: null,
  accentHue: 265,
  accentChroma: 0.17,
  neutralHue: 260,
  publicUrl: 'https://shop.example',
  supportEmail: 'support@shop.example',
  legalName: 'Parallax <Ltd>',
}
const ann = { to: 'ann@acme.example', language: 'en' } as const
const content = { subject: 'A subject', preheader: 'Before', heading: 'A heading', paragraphs: ['First.', 'Second.'] }

test('the text part contains everything that the HTML shows: heading, paragraphs, the button’s full address, note, sender', () => {
  const address = 'https://shop.example/activate?token=abc&x=1'
  const { text } = layOutMail(frame, ann, 'activation', {
    ...content,
    button: 'Activate',
    link: address,
    note: 'A note.',
  })
  assert.equal(
    text,
    'A heading\n\nFirst.\n\nSecond.\n\nActivate:\nhttps://shop.example/activate?token=abc&x=1\n\nA note.\n\n--\nParallax <Ltd>\nQuestions? Write to support@shop.example\n',
  )
})

test('the button’s address is the target of its link and is shown in full below it', () => {
  const { html } = layOutMail(frame, ann, 'activation', {
    ...content,
    button: 'Go',
    link: 'https://shop.example/?a=1&b=2',
  })
  assert.equal(html.match(/href="https:\/\/shop\.example\/\?a=1&amp;b=2"/g)?.length, 2)
  assert.match(html, />https:\/\/shop\.example\/\?a=1&amp;b=2<\/a/)
})

test('by default the heading is the subject, the preheader the first paragraph, and the button opens the account page', () => {
  const minimal = { subject: 'A subject', paragraphs: ['First.'], button: 'Go' }
  const full = { ...minimal, heading: 'A subject', preheader: 'First.', link: 'https://shop.example/account' }
  assert.deepEqual(layOutMail(frame, ann, 'receipt', minimal), layOutMail(frame, ann, 'receipt', full))
  assert.match(
    layOutMail(frame, ann, 'receipt', { ...minimal, link: '/plans' }).text,
    /Go:\nhttps:\/\/shop\.example\/plans\n/,
  )
})

test('no input becomes a tag or an attribute', () => {
  const evil = fc.constantFrom(
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    "' onload='x",
    '</style><b>',
  )
  const tags = (html: string): string[] =>
    html.match(/<[a-z/!][^>]*>/gi)?.map((tag) => tag.split(/[\s>]/, 1)[0] ?? '') ?? []
  fc.assert(
    fc.property(evil, fc.string(), (nasty, any) => {
      const fill = (word: string) => ({
        subject: word,
        preheader: word,
        heading: word,
        paragraphs: [word, word],
        button: word,
        link: word,
        note: word,
      })
      const safe = layOutMail(frame, ann, 'activation', fill('word')).html
      const filled = layOutMail(
        { ...frame, brandName: nasty, legalName: any, supportEmail: nasty },
        ann,
        'activation',
        fill(nasty + any),
      ).html
      assert.deepEqual(tags(filled), tags(safe))
    }),
    { numRuns: 200 },
  )
})

test('with any hue of the brand, every text has a contrast of 4.5 or more, in light and dark', () => {
  const hue = fc.double({ min: 0, max: 360, noNaN: true })
  fc.assert(
    fc.property(hue, fc.double({ min: 0, max: 0.3, noNaN: true }), hue, (accentHue, accentChroma, neutralHue) => {
      for (const colours of [lightColours, darkColours]) {
        const { page, surface, text, soft, button, link } = colours({ accentHue, accentChroma, neutralHue })
        for (const ground of [page, surface]) {
          for (const ink of [text, soft, link]) assert.ok(contrast(ink, ground) >= 4.5, `${ink} on ${ground}`)
        }
        assert.ok(contrast('#ffffff', button) >= 4.5, `white on ${button}`)
      }
    }),
  )
})

test('a logo on this site gets its absolute address; an SVG is replaced by the name', () => {
  const brand = {
    name: 'Parallax',
    mark: null,
    socialImage: null,
    mailHeader: null,
    accentHue: 1,
    accentChroma: 0.1,
    neutralHue: 1,
    supportEmail: 'a@b.example',
    legalName: 'Ltd',
    documents: {
      eula: { title: 'E', address: '/e', version: '1' },
      privacy: { title: 'P', address: '/p', version: '1' },
    },
    desktopProtocol: 'parallax',
  }
  assert.equal(
    mailFrame({ ...brand, logo: '/logo.png' }, 'https://shop.example/').logo,
    'https://shop.example/logo.png',
  )
  assert.equal(
    mailFrame({ ...brand, logo: 'https://cdn.example/l.png' }, 'https://s.example').logo,
    'https://cdn.example/l.png',
  )
  assert.equal(mailFrame({ ...brand, logo: '/logo.svg' }, 'https://shop.example').logo, null)
})

function contrast(one: string, other: string): number {
  const [dark, bright] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return ((bright ?? 0) + 0.05) / ((dark ?? 0) + 0.05)
}

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
