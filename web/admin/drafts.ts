import { useEffect, useState } from 'react'
import { useVisitor } from '../client/page.tsx'
import { draftName } from '../client/draft-name.ts'
import { tabStorage } from '../client/storage.ts'
import { forgetValues } from '../forms/kept-values.ts'

type Fields = Record<string, string>

const fieldsOf = (key: string) => (tabStorage.read(key) ?? {}) as Fields

/**
 * Identifies a state of a dialog's object without containing its text, because names of drafts stay readable in the
 * browser's storage. FNV-1a: it only has to distinguish states of one person.
 */
function fingerprint(text: string): string {
  let hash = 0x811c9dc5
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return (hash >>> 0).toString(36)
}

/**
 * The name of a dialog about one state of its object, such as a person and the reasons to review them. What was typed about
 * another state of it, which no dialog can show any more, is discarded.
 */
export function useDraftOf(act: string, state: string): string {
  const [dialog] = useState(() => `${act} ${fingerprint(state)}`)
  const others = `${useDraftKey(act)} `
  const present = useDraftKey(dialog)
  useEffect(() => {
    for (const key of tabStorage.keys()) if (key.startsWith(others) && key !== present) discardDraft(key)
  }, [others, present])
  return dialog
}

/** Returns the name under which this tab stores the administrator's input in a dialog. */
export function useDraftKey(dialog: string): string {
  const { user } = useVisitor()
  return draftName(user, dialog)
}

/**
 * The text of a dialog's field. It survives the end of the session, a reload and Escape, as long as the tab is open.
 * `dialog` names the act and its object, such as the invoice of a refund or the ids of a bulk act: for any other object
 * the field starts empty. AskDialog discards the draft once the act is done.
 */
export function useDraft(dialog: string, field: string, initial = ''): [string, (text: string) => void] {
  const key = useDraftKey(dialog)
  const [text, setText] = useState(() => fieldsOf(key)[field] ?? initial)
  return [
    text,
    (next) => {
      setText(next)
      const { [field]: _, ...others } = fieldsOf(key)
      const fields = next === initial ? others : { ...others, [field]: next }
      if (Object.keys(fields).length === 0) tabStorage.remove(key)
      else tabStorage.write(key, fields)
    },
  ]
}

/** Several choices out of `all`, stored in the same way. The function chooses those for which its argument returns true. */
export function useDraftChoices<T extends string>(
  dialog: string,
  field: string,
  all: readonly T[],
): [T[], (choose: (one: T) => boolean) => void] {
  const [text, setText] = useDraft(dialog, field)
  const chosen = all.filter((one) => text.split(' ').includes(one))
  return [chosen, (choose) => setText(all.filter(choose).join(' '))]
}

/** Discards the draft of a dialog, and what a form in it stored under the same name. */
export function discardDraft(key: string): void {
  tabStorage.remove(key)
  forgetValues(key)
}
