import type { Output } from '../../../contract/contract.ts'

export type ShopSettings = Output<'GET /api/v1/settings'>
