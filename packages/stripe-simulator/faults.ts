/** The faults that can be switched on. Each is read every time; undefined means no fault. */
export type Faults = {
  /**
   * An API request: `late` does the work and answers after so many milliseconds; `torn` does it and cuts the connection;
   * `cut` cuts it with nothing done; a status answers with it, nothing done: 403 as to a restricted key
   * without that permission. A 500 or 503 is then the answer under the key.
   */
  answer?(request: { method: string; path: string; key: string | null }): AnswerFault | undefined
  /** A delivery of an event: lost for good, held back by so many milliseconds, or made twice. */
  delivery?(event: { id: string; type: string }): DeliveryFault | undefined
}
export type AnswerFault = { late: number } | 'torn' | 'cut' | 403 | 500 | 503 | 429
export type DeliveryFault = 'lost' | 'twice' | { late: number }
