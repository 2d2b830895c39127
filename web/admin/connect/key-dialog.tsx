import { useState } from 'react'
import { keyScopes, type KeyScope } from '../../../domain/api-key.ts'
import { listLimits } from '../../../domain/limits.ts'
import { writtenDay } from '../../../i18n/calendar-words.ts'
import { connectWords } from '#words/admin/connect.ts'
import { call } from '../../client/api.ts'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { FieldMessages } from '../../ui/fields/field.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { AskDialog } from '../ask-dialog.tsx'

const t = connectWords.keys.create

/** Asks for the name, scopes and last day of a new key, and creates it. */
export function KeyDialog({ onDone, onClose }: { onDone: (key: string) => void; onClose: () => void }) {
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<readonly KeyScope[]>([])
  const [expires, setExpires] = useState('')
  const [isChecked, setChecked] = useState(false)
  const isNamed = name.trim() !== ''

  function check() {
    setChecked(true)
    return isNamed && scopes.length > 0
  }

  async function create() {
    const body = { name, scopes: [...scopes], ...(expires === '' ? {} : { expires }) }
    onDone((await call('POST /api/v1/keys', { body })).key)
  }

  return (
    <AskDialog
      title={t.title}
      closeLabel={connectWords.close}
      words={{ confirm: t.button, doing: t.doing, discard: connectWords.cancel }}
      failed={t.failed}
      check={check}
      act={create}
      onClose={onClose}
    >
      {(failure) => (
        <>
          <TextField
            id="key-name"
            name="name"
            label={t.name}
            hint={t.nameHint}
            maxLength={listLimits.apiKeyName}
            autoComplete="off"
            value={name}
            error={isChecked && !isNamed ? connectWords.required : undefined}
            onChange={setName}
          />
          <fieldset className="fieldset stack" aria-describedby="key-scopes-hint">
            <legend className="field__label">{t.scopes}</legend>
            <p className="soft small" id="key-scopes-hint">
              {t.scopesHint}
            </p>
            {keyScopes.map((scope) => (
              <Checkbox
                key={scope}
                id={`key-${scope}`}
                name="scopes"
                label={connectWords.keys.scopeNames[scope]}
                checked={scopes.includes(scope)}
                onChange={(on) => setScopes(on ? [...scopes, scope] : scopes.filter((one) => one !== scope))}
              />
            ))}
            <FieldMessages id="key-choice" error={isChecked && scopes.length === 0 ? connectWords.choose : undefined} />
          </fieldset>
          <TextField
            id="key-expires"
            name="expires"
            type="date"
            label={t.expires}
            hint={t.expiresHint}
            value={expires}
            note={writtenDay(expires)}
            onChange={setExpires}
          />
          {failure}
        </>
      )}
    </AskDialog>
  )
}
