import type { AdminAreaRole } from '../../../../domain/account/role.ts'

/** Words of the team on the settings page. */
export const teamWords = {
  heading: 'Team',
  lead: 'Everyone who can enter the admin area. A change takes effect at the person’s next request.',
  elsewhere: (host: string) =>
    `Roles come from ${host}: change them there. This list shows everyone who has signed in with a role, and their role at the last sign-in.`,
  columns: ['Person', 'Role', 'Last sign-in', 'Actions'],
  columnsElsewhere: ['Person', 'Role', 'Last sign-in'],
  roleHints: {
    SUBSCRIPTION_ADMIN: 'May do everything, including settings, refunds, exports and erasures.',
    SUBSCRIPTION_SUPPORT:
      'Helps subscribers, and may change their plans. Cannot refund, export, erase, approve list matches or open the settings.',
  } satisfies Record<AdminAreaRole, string>,
  you: 'You',
  invited: 'Invited',
  invitedHint: 'Has not opened the link in the email yet',
  unknown: 'None on record',
  setBy: {
    ADMIN_EMAIL:
      'ADMIN_EMAIL is set to this address, so this person becomes an administrator again when the server next starts.',
    ADMIN_SUBJECTS: 'ADMIN_SUBJECTS contains this account. Change the setting to revoke the role.',
  },
  about: (what: string, about: string) => `${what}: ${about}`,
  cancel: 'Cancel',
  invite: {
    button: 'Invite',
    title: 'Invite to the team',
    confirm: 'Invite',
    doing: 'Inviting',
    email: 'Email',
    emailHint: 'A person without an account here gets an email with a link to choose a password.',
    role: 'Role',
    language: 'Language of the email',
    done: (email: string) => `${email} is now on the team.`,
    failed: 'The person could not be invited. Please try again.',
  },
  again: {
    button: 'Invite again',
    title: 'Send the email again?',
    text: (email: string) => `${email} gets a new link, and the older one stops working.`,
    doing: 'Sending',
    done: 'The email is on its way.',
    failed: 'The email could not be sent. Please try again.',
  },
  promote: {
    button: 'Make administrator',
    title: 'Make this person an administrator?',
    text: (email: string) => `${email} may then do everything, including settings, refunds, exports and erasures.`,
    doing: 'Changing',
    done: 'The role has changed.',
    failed: 'The role could not be changed. Please try again.',
  },
  demote: {
    button: 'Make support agent',
    title: 'Make this person a support agent?',
    text: (email: string) =>
      `${email} can then no longer refund, export, erase, approve list matches or open the settings. Their API keys stop working.`,
    doing: 'Changing',
    done: 'The role has changed.',
    failed: 'The role could not be changed. Please try again.',
  },
  end: {
    button: 'Revoke role',
    title: 'Revoke this person’s role?',
    text: (email: string) =>
      `${email} loses access to the admin area, and any API keys of this person stop working. The account is kept.`,
    doing: 'Revoking',
    done: 'The role was revoked.',
    failed: 'The role could not be revoked. Please try again.',
  },
}
