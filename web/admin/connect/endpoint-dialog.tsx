import { useState } from 'react'
import { webhookLimits } from '../../../domain/limits.ts'
import { messageTypes, type MessageType } from '../../../domain/messages/message-types.ts'
import { connectWords } from '#words/admin/connect.ts'
import { call } from '../../client/api.ts'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { Choices } from '../../ui/fields/choices.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { AskDialog } from '../ask-dialog.tsx'
import { useDraft, useDraftChoices } from '../drafts.ts'

const t = connectWords.endpoints.add
type Family = keyof typeof connectWords.endpoints.families
const families = Object.entries(connectWords.endpoints.families) as [Family, string][]

/** Asks for the URL and the events of a new endpoint, and adds it. */
export function EndpointDialog({ onDone, onClose }: { onDone: (secret: string) => void; onClose: () => void }) {
  const [url, setUrl] = useDraft('endpoint', 'url')
  const [description, setDescription] = useDraft('endpoint', 'description')
  const [types, chooseTypes] = useDraftChoices('endpoint', 'types', messageTypes)
  const [isChecked, setChecked] = useState(false)
  const isGiven = url.trim() !== ''

  function check() {
    setChecked(true)
    return isGiven && types.length > 0
  }

  async function add() {
    const made = await call('POST /api/v1/webhooks', { body: { url, description, types } })
    onDone(made.secret)
  }

  return (
    <AskDialog
      title={t.title}
      draft="endpoint"
      width="page"
      words={{ ...t, confirm: t.button, discard: connectWords.cancel }}
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
            choose={chooseTypes}
            error={isChecked && types.length === 0 ? connectWords.choose : undefined}
          />
          {failure}
        </>
      )}
    </AskDialog>
  )
}

type EventTypesProps = {
  chosen: readonly MessageType[]
  choose: (choose: (type: MessageType) => boolean) => void
  error: string | undefined
}

/** Asks which events are sent: all, or some of each family. */
function EventTypes({ chosen, choose, error }: EventTypesProps) {
  return (
    <Choices id="endpoint-types" label={t.types} error={error}>
      <Checkbox
        id="endpoint-all"
        name="all"
        label={t.all}
        checked={chosen.length === messageTypes.length}
        onChange={(on) => choose(() => on)}
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
                checked={chosen.includes(type)}
                onChange={(on) => choose((one) => (one === type ? on : chosen.includes(one)))}
              />
            ))}
        </details>
      ))}
    </Choices>
  )
}
