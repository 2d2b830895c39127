import { AskDialog, type AskDialogProps } from '../../ask-dialog.tsx'

type ConfirmDialogProps = Pick<AskDialogProps, 'act' | 'dangerous' | 'onClose'> & {
  words: AskDialogProps['words'] & { title: string; done: string }
  /** States the consequences of the act. */
  text: string
}

/** Asks for confirmation of an act that needs no reason, and performs it. Mounted while the dialog is open. */
export function ConfirmDialog({ text, ...dialog }: ConfirmDialogProps) {
  return (
    <AskDialog {...dialog} title={dialog.words.title} question done={() => dialog.words.done}>
      {(failure) => (
        <>
          <p className="anywhere">{text}</p>
          {failure}
        </>
      )}
    </AskDialog>
  )
}
