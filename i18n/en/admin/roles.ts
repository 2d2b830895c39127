import type { AdminAreaRole } from '../../../domain/role.ts'

export const roleWords = {
  SUBSCRIPTION_ADMIN: 'Administrator',
  SUBSCRIPTION_SUPPORT: 'Support agent',
} satisfies Record<AdminAreaRole, string>
