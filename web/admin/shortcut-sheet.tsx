import { useState } from 'react'
import { keyboardWords as t } from '#words/admin/keyboard.ts'
import { Dialog } from '../ui/overlays/dialog.tsx'
import { haveSingleKeys, turnSingleKeys } from './single-keys.ts'

export type ShortcutSheetProps = { list: keyof typeof t.lists; onClose: () => void }

/** Lists the keys of a page with a search and a list. Mounted while the sheet is open. */
export function ShortcutSheet({ list, onClose }: ShortcutSheetProps) {
  const [single, setSingle] = useState(haveSingleKeys)
  return (
    <Dialog open onClose={onClose} title={t.title} closeLabel={t.close}>
      <table className="table shortcuts" aria-label={t.title}>
        <thead className="visually-hidden">
          <tr>
            <th scope="col">{t.key}</th>
            <th scope="col">{t.does}</th>
          </tr>
        </thead>
        <tbody>
          {[...t.page, ...t.lists[list]].map(([keys, does]) => (
            <tr key={keys}>
              <th scope="row">
                {keys.split(' ').map((one) => (
                  <kbd key={one}>{one}</kbd>
                ))}
              </th>
              <td>{does}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className="checkbox">
        <input
          id="single-keys"
          type="checkbox"
          aria-describedby="single-keys-hint"
          checked={single}
          onChange={({ target: { checked } }) => {
            setSingle(checked)
            turnSingleKeys(checked)
          }}
        />
        <label htmlFor="single-keys">{t.single}</label>
        <p className="field__hint" id="single-keys-hint">
          {t.singleHint}
        </p>
      </div>
    </Dialog>
  )
}
