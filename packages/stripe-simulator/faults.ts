/** The faults that can be switched on. Each is read at every use; undefined means no fault. */
export type Faults = {
  /**
   * For an API request: `late` performs it and responds after so many milliseconds, or after a promise; `torn` performs
   * it and cuts the connection; `cut` cuts it without effect; a status is returned without effect: 403 as for a
   * restricted key without the permission. A 500 or 503 is then stored under the key.
   */
  answer?(request: { method: string; path: string; key: string | null }): AnswerFault | undefined
  /** For a delivery of an event: lost permanently, delayed by so many milliseconds, or made twice. */
  delivery?(event: { id: string; type: string }): DeliveryFault | undefined
}
export type AnswerFault = { late: number | Promise<unknown> } | 'torn' | 'cut' | 403 | 500 | 503 | 429
export type DeliveryFault = 'lost' | 'twice' | { late: number }
