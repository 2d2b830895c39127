import type { Output } from '../../../contract/contract.ts'

export type Settings = Output<'GET /api/v1/settings'>
