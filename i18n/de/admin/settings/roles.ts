import type { roleWords as english } from '../../../en/admin/settings/roles.ts'
import type { Words } from '../../../../domain/language.ts'

export const roleWords: Words<typeof english> = { SUBSCRIPTION_ADMIN: 'Administrator', SUBSCRIPTION_SUPPORT: 'Support' }
