import type { Output } from '../../../contract/contract.ts'

export type Screening = Output<'GET /api/v1/screening'>
