import type { System } from '../../domain/catalogue/system.ts'
import type { FormCall } from './form-call.ts'

/** `affirmation`: whether the box beside the companion's button is ticked. */
type DownloadRequest = { plan: string; system: string | undefined; affirmation?: boolean }

/** The forms of the confirmation page that request a file, by their field `act`. */
export const downloadForms = {
  download: (call: FormCall, { plan: name, system }: DownloadRequest) =>
    call('GET /api/v1/plans/{name}/download/link', { path: { name }, query: forSystem(system) }),
  'download-companion': (call: FormCall, { system, affirmation = false }: DownloadRequest) =>
    call('GET /api/v1/download/statistica', {
      query: { ...forSystem(system), ...(affirmation ? { affirmation: 'yes' as const } : {}) },
    }),
}

const forSystem = (system: string | undefined) => (system === undefined ? {} : { system: system as System })
