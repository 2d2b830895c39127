import { useState } from 'react'
import { fieldFault } from '../../../../domain/registration/registration.ts'
import { sentenceOf } from '../../../../domain/registration/field-faults.ts'
import { adminAreaRoles, supportRole, type AdminAreaRole } from '../../../../domain/account/role.ts'
import { fieldMessages } from '#words/forms/fields.ts'
import { language as pageLanguage } from '#words/locale.ts'
import { roleWords } from '#words/admin/settings/roles.ts'
import { teamWords } from '#words/admin/settings/team.ts'
import { call } from '../../../client/api.ts'
import { useSettings } from '../../../client/page.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { AskDialog } from '../../ask-dialog.tsx'
import { useDraft } from '../../drafts.ts'

const t = teamWords.invite

/** Asks for an email address and a role. Mounted while the dialog is open. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const [email, setEmail] = useDraft('invite', 'email')
  const [roleDraft, setRole] = useDraft('invite', 'role', supportRole)
  const role: AdminAreaRole = adminAreaRoles.find((one) => one === roleDraft) ?? supportRole
  const { languages } = useSettings()
  const [language, setLanguage] = useDraft('invite', 'language', pageLanguage)
  const [isChecked, setChecked] = useState(false)
  const fault = fieldFault('email', { email })

  function check() {
    setChecked(true)
    return !fault
  }

  return (
    <AskDialog
      title={t.title}
      draft="invite"
      words={{ ...t, discard: teamWords.cancel }}
      check={check}
      act={() => call('POST /api/v1/settings/team', { body: { email, role, language } })}
      done={() => t.done(email.trim())}
      onClose={onClose}
    >
      {(failure) => (
        <>
          <TextField
            id="invite-email"
            name="email"
            type="email"
            label={t.email}
            hint={t.emailHint}
            autoComplete="off"
            error={isChecked && fault ? sentenceOf(fault, fieldMessages) : undefined}
            value={email}
            onChange={setEmail}
          />
          <Select
            id="invite-role"
            name="role"
            label={t.role}
            hint={teamWords.roleHints[role]}
            value={role}
            options={adminAreaRoles.map((value) => ({ value, label: roleWords[value] }))}
            onChange={setRole}
          />
          <Select
            id="invite-language"
            name="language"
            label={t.language}
            value={language}
            options={Object.entries(languages).map(([value, label]) => ({ value, label }))}
            onChange={setLanguage}
          />
          {failure}
        </>
      )}
    </AskDialog>
  )
}
