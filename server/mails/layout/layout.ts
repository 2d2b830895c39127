import { paths } from '../../../contract/screens.ts'
import type { Brand } from '../../../domain/catalogue/brand.ts'
import { html, type Html } from '../../../platform/html.ts'
import { darkColours, lightColours, type MailColours } from './colours.ts'
import type { Language } from '../../../domain/language.ts'
import type { Mail, MailContent, MailKind, Recipient } from '../../../domain/mail.ts'
import { wordsIn } from '../../../i18n/server-words.ts'

/** The sender's data in every email. `publicUrl` has no trailing slash; `logo` is an absolute address of a bitmap. */
export type MailFrame = {
  brandName: string
  logo: string | null
  accentHue: number
  accentChroma: number
  neutralHue: number
  publicUrl: string
  supportEmail: string
  legalName: string
}

export function mailFrame(brand: Brand, publicUrl: string): MailFrame {
  const base = publicUrl.replace(/\/$/, '')
  // Most mail programs show no SVG: the brand's name is shown instead.
  const drawn = brand.mailHeader ?? brand.logo
  const logo = drawn === null || /\.svg(\?|$)/i.test(drawn) ? null : drawn
  return {
    brandName: brand.name,
    logo: logo?.startsWith('/') ? base + logo : logo,
    accentHue: brand.accentHue,
    accentChroma: brand.accentChroma,
    neutralHue: brand.neutralHue,
    publicUrl: base,
    supportEmail: brand.supportEmail,
    legalName: brand.legalName,
  }
}

/** Lays out one column of 600 px with inline styles, and the same as text. All inserted values are escaped. */
export function layOutMail(frame: MailFrame, { to, language }: Recipient, kind: MailKind, content: MailContent): Mail {
  const { subject, paragraphs, heading = subject, preheader = paragraphs[0] ?? subject, stop } = content
  const { button: label, link = paths.account } = content
  const address = link.startsWith('/') ? frame.publicUrl + link : link
  const parts = { ...content, heading, preheader, button: label === undefined ? undefined : { label, address } }
  return {
    kind,
    to,
    subject,
    html: layOutHtml(frame, language, parts),
    text: layOutText(frame, language, parts),
    ...(stop ? { stop: stop.address } : {}),
  }
}

type Parts = Omit<MailContent, 'button'> & {
  heading: string
  preheader: string
  button: { label: string; address: string } | undefined
}

function layOutText(
  frame: MailFrame,
  language: Language,
  { heading, paragraphs, facts, button, otherLink, note, stop }: Parts,
): string {
  const { footer } = wordsIn(language).mail
  const listed = facts?.map(([label, value]) => `${label}: ${value}`).join('\n')
  const signature = ['--', frame.legalName, `${footer.questions} ${frame.supportEmail}`].join('\n')
  const linkText = (link: typeof button) => link && `${link.label}:\n${link.address}`
  const parts = [heading, ...paragraphs, listed, linkText(button), linkText(otherLink), note, linkText(stop), signature]
  return `${parts.filter((part) => part !== undefined).join('\n\n')}\n`
}

function layOutHtml(
  frame: MailFrame,
  language: Language,
  { preheader, heading, paragraphs, facts, button, otherLink, note, stop }: Parts,
): string {
  const { footer } = wordsIn(language).mail
  const light = lightColours(frame)
  const font = html`font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;`
  const table = html`role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"`
  const sender = frame.logo
    ? html`<img src="${frame.logo}" alt="${frame.brandName}" height="28" style="display:block;height:28px;border:0;" />`
    : html`<span class="text" style="font-size:17px;font-weight:650;color:${light.text};">${frame.brandName}</span>`
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <meta name="format-detection" content="telephone=no, date=no, address=no, email=no" />
        <title>${heading}</title>
        <style>
          ${styles(frame)}
        </style>
      </head>
      <body class="page" style="margin:0;padding:0;background:${light.page};-webkit-text-size-adjust:100%;">
        <div style="display:none;max-height:0;overflow:hidden;mso-hide:all;" aria-hidden="true">
          ${preheader}${filler}
        </div>
        <table class="page" ${table} style="background:${light.page};">
          <tr>
            <td class="edge" align="center" style="padding:32px 16px;">
              <!--[if mso]><table role="presentation" width="600" align="center"><tr><td><![endif]-->
              <table ${table} style="max-width:600px;${font}">
                <tr>
                  <td align="left" style="padding:0 4px 20px;">${sender}</td>
                </tr>
                <tr>
                  <td
                    class="surface"
                    align="left"
                    style="padding:36px 40px;background:${light.surface};border:1px solid ${light.border};border-radius:14px;"
                  >
                    <h1
                      class="text"
                      style="margin:0 0 16px;font-size:24px;line-height:1.25;font-weight:650;letter-spacing:-0.02em;color:${light.text};"
                    >
                      ${heading}
                    </h1>
                    ${paragraphs.map(
                      (paragraph) =>
                        html`<p
                          class="text"
                          style="margin:0 0 16px;font-size:16px;line-height:1.55;color:${light.text};"
                        >
                          ${paragraph}
                        </p> `,
                    )}${facts && factRows(facts, light)}${button && buttonRow(button, footer.addressBelow, light)}${
                      otherLink &&
                      html`<p style="margin:20px 0 0;font-size:16px;line-height:1.55;">
                        <a class="link" href="${otherLink.address}" style="color:${light.link};">${otherLink.label}</a>
                      </p> `
                    }${
                      note !== undefined &&
                      html`<p
                        class="soft rule"
                        style="margin:24px 0 0;padding:20px 0 0;border-top:1px solid ${light.border};font-size:14px;line-height:1.55;color:${light.soft};"
                      >
                        ${note}
                      </p> `
                    }
                  </td>
                </tr>
                <tr>
                  <td
                    class="soft"
                    align="left"
                    style="padding:20px 4px 0;font-size:13px;line-height:1.6;color:${light.soft};"
                  >
                    ${footer.questions}
                    <a class="link" href="mailto:${frame.supportEmail}" style="color:${light.link};"
                      >${frame.supportEmail}</a
                    ><br />
                    ${frame.legalName}${
                      stop &&
                      html`<br /><a class="link" href="${stop.address}" style="color:${light.link};">${stop.label}</a>`
                    }
                  </td>
                </tr>
              </table>
              <!--[if mso]></td></tr></table><![endif]-->
            </td>
          </tr>
        </table>
      </body>
    </html> `.html
}

/** Keeps the inbox's preview from continuing with the text of the email. */
const filler: Html = { html: '&#847;&zwnj;&nbsp;'.repeat(60) }

function buttonRow({ label, address }: { label: string; address: string }, below: string, light: MailColours): Html {
  return html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:24px 0 20px;">
      <tr>
        <td class="button" align="center" style="background:${light.button};border-radius:8px;">
          <a
            href="${address}"
            style="display:inline-block;padding:12px 24px;font-size:16px;line-height:20px;font-weight:600;color:#ffffff;text-decoration:none;"
            >${label}</a
          >
        </td>
      </tr>
    </table>
    <p class="soft" style="margin:0;font-size:13px;line-height:1.55;color:${light.soft};">
      ${below}<br /><a
        class="link"
        href="${address}"
        style="color:${light.link};overflow-wrap:anywhere;word-break:break-word;"
        >${address}</a
      >
    </p> `
}

function styles(frame: MailFrame): Html {
  const dark = darkColours(frame)
  return html`:root { color-scheme: light dark; supported-color-schemes: light dark; } @media (max-width: 480px) { .edge
  { padding: 20px 12px !important; } .surface { padding: 28px 22px !important; } } @media (prefers-color-scheme: dark) {
  .page { background: ${dark.page} !important; } .surface { background: ${dark.surface} !important; border-color:
  ${dark.border} !important; } .rule { border-color: ${dark.border} !important; } .text { color: ${dark.text}
  !important; } .soft { color: ${dark.soft} !important; } .button { background: ${dark.button} !important; } .link {
  color: ${dark.link} !important; } }`
}

function factRows(facts: readonly (readonly [label: string, value: string])[], light: MailColours): Html {
  const cell = html`padding:6px 0;font-size:15px;line-height:1.45;vertical-align:top;`
  return html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 20px;">
    ${facts.map(
      ([label, value]) =>
        html`<tr>
          <td class="soft" style="${cell}padding-right:24px;color:${light.soft};">${label}:</td>
          <td class="text" style="${cell}font-weight:600;color:${light.text};">${value}</td>
        </tr>`,
    )}
  </table> `
}
