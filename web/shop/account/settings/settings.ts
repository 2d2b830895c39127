import type { Output } from '../../../../contract/contract.ts'

export type AccountSettings = Output<'GET /api/v1/account/settings'>
