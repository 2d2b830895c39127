import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'

type ResultsDialogProps = {
  title: string
  /** `fault`: why it was not done; null if it was. */
  results: readonly { id: string; name: string; fault: string | null }[]
  words: { close: string; results: string; done: string; failed: string }
  onClose: () => void
}

/** The results of an act on several people, one per line. */
export function ResultsDialog({ title, results, words, onClose }: ResultsDialogProps) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      closeLabel={words.close}
      actions={<Button onClick={onClose}>{words.close}</Button>}
    >
      <ul className="together" aria-label={words.results}>
        {results.map(({ id, name, fault }) => (
          <li key={id}>
            <span className="strong anywhere">{name}</span>{' '}
            <StatusBadge tone={fault === null ? 'green' : 'red'} word={fault === null ? words.done : words.failed} />
            {fault === null ? null : <div>{fault}</div>}
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
