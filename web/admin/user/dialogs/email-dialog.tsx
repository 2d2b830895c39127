import { useId, useState } from 'react'
import { fieldFault } from '../../../../domain/registration/registration.ts'
import { sentenceOf } from '../../../../domain/registration/field-faults.ts'
import { personWords } from '#words/admin/people/person.ts'
import { fieldMessages } from '#words/forms/fields.ts'
import { call } from '../../../client/api.ts'
import { TextField } from '../../../ui/fields/text-field.tsx'
import type { AdminSubscriber } from '../../admin-call.ts'
import { useDraft, useDraftOf } from '../../drafts.ts'
import { ReasonDialog } from '../../reason-dialog.tsx'

/**
 * Asks the owner of a new address to confirm it, or corrects an address that was never confirmed, to which the
 * activation email is then sent. Mounted while the dialog is open.
 */
export function EmailDialog({ person, onClose }: { person: AdminSubscriber; onClose: () => void }) {
  // The address changes before the draft is discarded, so the draft keeps the name with which it began.
  const draft = useDraftOf(`email ${person.id}`, person.email)
  const [email, setEmail] = useDraft(draft, 'email')
  const [tried, setTried] = useState(false)
  const id = useId()
  const t = person.emailVerified ? personWords.email : personWords.correctEmail
  const fault = fieldFault('email', { email })

  function act(comment: string) {
    const input = { path: { id: person.id }, body: { email, comment } }
    return person.emailVerified
      ? call('POST /api/v1/subscribers/{id}/email', input)
      : call('POST /api/v1/subscribers/{id}/correct-email', input)
  }

  return (
    <ReasonDialog
      title={t.title}
      words={t}
      draft={draft}
      text={<p className="anywhere">{t.text(person.email)}</p>}
      fields={
        <TextField
          id={id}
          name="email"
          type="email"
          label={t.field}
          autoComplete="off"
          error={tried && fault ? sentenceOf(fault, fieldMessages) : undefined}
          value={email}
          onChange={setEmail}
        />
      }
      check={() => {
        setTried(true)
        return !fault
      }}
      act={act}
      done={() => t.done(email.trim())}
      onClose={onClose}
    />
  )
}
