import { html, type Html } from '../../platform/html.ts'
import { languageNames, shopLanguages } from '../../domain/language.ts'
import { themes } from '../../domain/account/preferences.ts'
import type { PageShell } from '../../platform/page.ts'
import type { IdentityWords } from '../http.ts'
import { addresses } from '../addresses.ts'

type Choices = { formToken: string; back: string }

/** Legal links, and language and colours if the page can be shown again by its address. */
export function footer(shell: PageShell, t: IdentityWords, choices: Choices | null): Html {
  const links = (shell.links ?? []).map(({ label, address }) => html`<li><a href="${address}">${label}</a></li>`)
  return html`<footer class="site-footer">
    <span>© ${shell.legalName ?? shell.brandName}</span>
    <ul class="site-footer__links">
      ${links}
    </ul>
    ${
      choices &&
      html`<form class="choices" method="post" action="${addresses.preferences}">
        <input type="hidden" name="_csrf" value="${choices.formToken}" />
        <input type="hidden" name="back" value="${choices.back}" />
        ${row('language', t.footer.language, shell.lang, languageNames(), shopLanguages())}
        ${row('theme', t.footer.theme, shell.theme ?? 'system', t.footer.themes, themes)}
      </form>`
    }
  </footer>`
}

function row<Value extends string>(
  name: string,
  label: string,
  chosen: string,
  words: Readonly<Record<Value, string>>,
  values: readonly Value[],
): Html {
  return html`<div class="choice" role="group" aria-labelledby="choose-${name}">
    <span id="choose-${name}">${label}</span>
    <div class="choice__row">
      ${values.map((value) => html`<button type="submit" name="${name}" value="${value}" aria-pressed="${value === chosen ? 'true' : 'false'}">${words[value]}</button>`)}
    </div>
  </div>`
}
