import { useState } from 'react'
import { languageNames, languages, type Language } from '../../../../domain/language.ts'
import { accountSettingsWords } from '#words/account/settings.ts'
import { Button } from '../../../ui/button.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { AccountForm } from '../account-form.tsx'
import { Setting } from './setting.tsx'

const t = accountSettingsWords.language
const options = languages.map((code) => ({ value: code, label: languageNames[code] }))

/** The language of the emails and the pages. */
export function LanguageSetting({ language }: { language: Language }) {
  const [chosen, setChosen] = useState<string>(language)
  return (
    <Setting title={t.title} text={t.text}>
      <AccountForm
        className="cluster"
        act="profile"
        values={{ language: chosen }}
        // Each language has pages of its own.
        done={() => window.location.reload()}
        failed={accountSettingsWords.failed}
      >
        {(busy) => (
          <>
            <Select
              id="setting-language"
              name="language"
              label={<span className="visually-hidden">{t.title}</span>}
              value={chosen}
              onChange={setChosen}
              options={options}
            />
            <Button type="submit" variant="quiet" size="small" busy={busy} busyLabel={t.saving}>
              {t.save}
            </Button>
          </>
        )}
      </AccountForm>
    </Setting>
  )
}
