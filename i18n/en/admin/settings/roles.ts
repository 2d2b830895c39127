import type { AdminAreaRole } from '../../../../domain/account/role.ts'

export const roleWords = {
  SUBSCRIPTION_ADMIN: 'Administrator',
  SUBSCRIPTION_SUPPORT: 'Support agent',
} satisfies Record<AdminAreaRole, string>
