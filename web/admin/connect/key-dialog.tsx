import { useState } from 'react'
import { keyScopes } from '../../../domain/api-key.ts'
import { listLimits } from '../../../domain/limits.ts'
import { writtenDay } from '../../../i18n/calendar-words.ts'
import { connectWords } from '#words/admin/connect.ts'
import { call } from '../../client/api.ts'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { Choices } from '../../ui/fields/choices.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { AskDialog } from '../ask-dialog.tsx'
import { useDraft, useDraftChoices } from '../drafts.ts'

const t = connectWords.keys.create

/** Asks for the name, scopes and last day of a new key, and creates it. */
export function KeyDialog({ onDone, onClose }: { onDone: (key: string) => void; onClose: () => void }) {
  const [name, setName] = useDraft('key', 'name')
  const [scopes, chooseScopes] = useDraftChoices('key', 'scopes', keyScopes)
  const [expires, setExpires] = useDraft('key', 'expires')
  const [isChecked, setChecked] = useState(false)
  const isNamed = name.trim() !== ''

  function check() {
    setChecked(true)
    return isNamed && scopes.length > 0
  }

  async function create() {
    const body = { name, scopes, ...(expires === '' ? {} : { expires }) }
    onDone((await call('POST /api/v1/keys', { body })).key)
  }

  return (
    <AskDialog
      title={t.title}
      draft="key"
      words={{ ...t, confirm: t.button, discard: connectWords.cancel }}
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
          <Choices
            id="key-scopes"
            label={t.scopes}
            hint={t.scopesHint}
            error={isChecked && scopes.length === 0 ? connectWords.choose : undefined}
          >
            {keyScopes.map((scope) => (
              <Checkbox
                key={scope}
                id={`key-${scope}`}
                name="scopes"
                label={connectWords.keys.scopeNames[scope]}
                checked={scopes.includes(scope)}
                onChange={(on) => chooseScopes((one) => (one === scope ? on : scopes.includes(one)))}
              />
            ))}
          </Choices>
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
