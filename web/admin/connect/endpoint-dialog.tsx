import { useState } from 'react'
import { webhookLimits } from '../../../domain/limits.ts'
import { messageTypes, type MessageType } from '../../../domain/messages/message-types.ts'
import { connectWords } from '#words/admin/connect.ts'
import { call } from '../../client/api.ts'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { FieldMessages } from '../../ui/fields/field.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { AskDialog } from '../ask-dialog.tsx'

const t = connectWords.endpoints.add
type Family = keyof typeof connectWords.endpoints.families
const families = Object.entries(connectWords.endpoints.families) as [Family, string][]

/** Asks for the URL and the events of a new endpoint, and adds it. */
export function EndpointDialog({ onDone, onClose }: { onDone: (secret: string) => void; onClose: () => void }) {
  const [url, setUrl] = useState('')
  const [description, setDescription] = useState('')
  const [types, setTypes] = useState<ReadonlySet<MessageType>>(new Set())
  const [isChecked, setChecked] = useState(false)
  const isGiven = url.trim() !== ''

  function check() {
    setChecked(true)
    return isGiven && types.size > 0
  }

  async function add() {
    const made = await call('POST /api/v1/webhooks', { body: { url, description, types: [...types] } })
    onDone(made.secret)
  }

  return (
    <AskDialog
      title={t.title}
      width="page"
      closeLabel={connectWords.close}
      words={{ confirm: t.button, doing: t.doing, discard: connectWords.cancel }}
      failed={t.failed}
      check={check}
      act={add}
      onClose={onClose}
    >
      {(failure) => (
        <>
          <TextField
            id="endpoint-url"
            name="url"
            type="url"
            inputMode="url"
            label={t.url}
            hint={t.urlHint}
            maxLength={webhookLimits.urlLength}
            autoComplete="off"
            value={url}
            error={isChecked && !isGiven ? connectWords.required : undefined}
            onChange={setUrl}
          />
          <TextField
            id="endpoint-description"
            name="description"
            label={t.description}
            optional={t.optional}
            maxLength={webhookLimits.descriptionLength}
            autoComplete="off"
            value={description}
            onChange={setDescription}
          />
          <EventTypes
            chosen={types}
            onChange={setTypes}
            error={isChecked && types.size === 0 ? connectWords.choose : undefined}
          />
          {failure}
        </>
      )}
    </AskDialog>
  )
}

type EventTypesProps = {
  chosen: ReadonlySet<MessageType>
  onChange: (chosen: ReadonlySet<MessageType>) => void
  error: string | undefined
}

/** Asks which events are sent: all, or some of each family. */
function EventTypes({ chosen, onChange, error }: EventTypesProps) {
  function choose(type: MessageType, on: boolean) {
    const next = new Set(chosen)
    if (on) next.add(type)
    else next.delete(type)
    onChange(next)
  }

  return (
    <fieldset className="fieldset stack">
      <legend className="field__label">{t.types}</legend>
      <Checkbox
        id="endpoint-all"
        name="all"
        label={t.all}
        checked={chosen.size === messageTypes.length}
        onChange={(on) => onChange(new Set(on ? messageTypes : []))}
      />
      {families.map(([family, title]) => (
        <details key={family}>
          <summary>{title}</summary>
          {messageTypes
            .filter((type) => type.startsWith(`${family}.`))
            .map((type) => (
              <Checkbox
                key={type}
                id={`endpoint-${type}`}
                name="types"
                label={<code>{type}</code>}
                checked={chosen.has(type)}
                onChange={(on) => choose(type, on)}
              />
            ))}
        </details>
      ))}
      <FieldMessages id="endpoint-choice" error={error} />
    </fieldset>
  )
}
