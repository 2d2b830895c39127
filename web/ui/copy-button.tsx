import { useEffect, useState } from 'react'
import { Button } from './button.tsx'
import { useHydrated } from './loading/hydrated.ts'

type Words = { copy: string; copied: string }

type CopyButtonProps = {
  text: string
  /** What the text is, for screen readers, where the visible words do not say it. */
  subject?: string
  words: Words
}

/**
 * Copies a text to the clipboard and confirms it; renders nothing without scripts, or if the browser offers no
 * clipboard.
 */
export function CopyButton({ text, subject, words }: CopyButtonProps) {
  const hydrated = useHydrated()
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return undefined
    const timer = setTimeout(() => setCopied(false), 2000)
    return () => clearTimeout(timer)
  }, [copied])
  // Browsers offer no clipboard to pages without encryption.
  const clipboard = hydrated ? (navigator.clipboard as Clipboard | undefined) : undefined
  if (!clipboard) return null
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        // A name must contain the visible text (WCAG 2.5.3).
        aria-label={copied || subject === undefined ? undefined : `${words.copy}: ${subject}`}
        onClick={() =>
          void clipboard.writeText(text).then(
            () => setCopied(true),
            // Refused by the browser: the text can still be selected.
            () => setCopied(false),
          )
        }
      >
        {copied ? words.copied : words.copy}
      </Button>
      <span role="status" className="visually-hidden">
        {copied ? words.copied : ''}
      </span>
    </>
  )
}
