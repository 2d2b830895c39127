/**
 * Returns recent results from memory: the last `max` keys at least, twice as many at most. Callers must not change the
 * results.
 */
export function cached<Value>(max: number, make: (key: string) => Value): (key: string) => Value {
  let lately = new Map<string, Value>()
  let before = new Map<string, Value>()
  return (key) => {
    const known = lately.get(key)
    if (known !== undefined) return known
    const value = before.get(key) ?? make(key)
    if (lately.size >= max) {
      before = lately
      lately = new Map()
    }
    lately.set(key, value)
    return value
  }
}
