import { useState, type SyntheticEvent } from 'react'
import { themes, type Theme } from '../../domain/account/preferences.ts'
import { language } from '#words/locale.ts'
import { shopWords } from '#words/shop/shop.ts'
import { call } from '../client/api.ts'
import { keepFields } from '../client/kept-fields.ts'
import { useLocation } from '../client/location.tsx'
import { useSettings } from '../client/page.tsx'
import { useToast } from '../ui/overlays/toast.tsx'

const t = shopWords.footer

/**
 * Renders language and colours as rows of buttons that submit this form, so they work before the scripts have loaded,
 * and without them. With scripts, colours change immediately, and entered values survive a change of language.
 */
export function PreferenceChoices() {
  const { theme: begun, forgeryToken, languages } = useSettings()
  const { pathname, search } = useLocation()
  const [theme, setTheme] = useState(begun)
  const toast = useToast()

  async function choose(event: SyntheticEvent<HTMLFormElement, SubmitEvent>) {
    event.preventDefault()
    const { name, value } = event.nativeEvent.submitter as HTMLButtonElement
    const chosen = themes.find((one) => one === value)
    if (name === 'theme' && chosen) {
      document.documentElement.dataset['theme'] = chosen
      setTheme(chosen)
    }
    try {
      await call('POST /api/v1/preferences', { body: chosen ? { theme: chosen } : { language: value } })
      if (chosen) return
      keepFields()
      window.location.reload()
    } catch {
      toast({ tone: 'error', message: t.notKept })
    }
  }

  return (
    <form className="choices" method="post" action="/api/v1/preferences" onSubmit={(event) => void choose(event)}>
      <input type="hidden" name="_csrf" value={forgeryToken} />
      <input type="hidden" name="back" value={pathname + search} />
      <Choice
        name="language"
        label={t.language}
        chosen={language}
        options={Object.entries(languages).map(([value, label]) => ({ value, label, lang: value }))}
      />
      <Choice
        name="theme"
        label={t.theme}
        chosen={theme}
        options={themes.map((value: Theme) => ({ value, label: t.themes[value] }))}
      />
    </form>
  )
}

type ChoiceProps = {
  name: string
  label: string
  chosen: string
  options: readonly { value: string; label: string; lang?: string }[]
}

function Choice({ name, label, chosen, options }: ChoiceProps) {
  const id = `choose-${name}`
  return (
    <div className="choice" role="group" aria-labelledby={id}>
      <span id={id}>{label}</span>
      <div className="choice__row">
        {options.map(({ value, label: text, lang }) => (
          <button key={value} type="submit" name={name} value={value} lang={lang} aria-pressed={value === chosen}>
            {text}
          </button>
        ))}
      </div>
    </div>
  )
}
