import { useState } from 'react'
import { languageNames, languages, type Language } from '../../../../domain/language.ts'
import { paths } from '../../../../contract/screens.ts'
import { accountSettingsWords } from '#words/account/settings.ts'
import { call, messageOf } from '../../../client/api.ts'
import { PageForm } from '../../../forms/page-form.tsx'
import { Button } from '../../../ui/button.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { useToast } from '../../../ui/overlays/toast.tsx'
import { Setting } from './setting.tsx'

const t = accountSettingsWords.language
const options = languages.map((code) => ({ value: code, label: languageNames[code] }))

/** The language of the emails and the pages. */
export function LanguageSetting({ language }: { language: Language }) {
  const [chosen, setChosen] = useState<string>(language)
  const [busy, setBusy] = useState(false)
  const toast = useToast()

  async function save() {
    setBusy(true)
    try {
      await call('POST /api/v1/account/profile', { body: { language: chosen as Language } })
      // Each language has pages of its own.
      window.location.reload()
    } catch (error) {
      setBusy(false)
      toast({ tone: 'error', message: messageOf(error, accountSettingsWords.failed) })
    }
  }

  return (
    <Setting title={t.title} text={t.text}>
      <PageForm className="cluster" action={paths.account} hidden={{ act: 'profile' }} onSubmit={save}>
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
      </PageForm>
    </Setting>
  )
}
