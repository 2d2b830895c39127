import { useState } from 'react'
import type { Language } from '../../../../domain/language.ts'
import { accountSettingsWords } from '#words/account/settings.ts'
import { useSettings } from '../../../client/page.tsx'
import { Button } from '../../../ui/button.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { AccountForm } from '../account-form.tsx'
import { Setting } from './setting.tsx'

const t = accountSettingsWords.language

/** Chooses the language of emails and pages. */
export function LanguageSetting({ language }: { language: Language }) {
  const { languages } = useSettings()
  // A person may have a language that the shop no longer offers: their pages and emails are in English.
  const [chosen, setChosen] = useState(language in languages ? language : 'en')
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
              options={Object.entries(languages).map(([value, label]) => ({ value, label }))}
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
