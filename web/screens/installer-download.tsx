import { useEffect, useRef, useState } from 'react'
import type { Output } from '../../core/contract.ts'
import { lifetimes } from '../../core/limits.ts'
import type { System } from '../../core/system.ts'
import { shopWords } from '../../core/words/en/shop.ts'
import { call, messageOf } from '../api.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'

const say = shopWords.confirmation

type Offering = 'GET /api/v1/plans/{name}/download/link' | 'GET /api/v1/download/statistica'
type Offer = Output<Offering>
type Props = { call: Offering; input: object; label: string; primary?: boolean }

/** A link is asked for when the page shows, for the file's size and checksum, and again when it has grown old. */
export function InstallerDownload({ call: name, input, label, primary = false }: Props) {
  const offered = useRef<{ offer: Offer; at: number } | null>(null)
  const [file, setFile] = useState<Offer | null>(null)
  const [state, setState] = useState<{ busy: boolean; said: string; failed: boolean }>({
    busy: false,
    said: '',
    failed: false,
  })
  /** Another system than the visitor's own, once one was chosen. */
  const [chosen, setChosen] = useState<System | null>(null)
  const path = JSON.stringify(chosen ? { ...input, query: { system: chosen } } : input)

  useEffect(() => {
    let shown = true
    const prepare = async () => {
      const offer = await call(name, JSON.parse(path) as object)
      offered.current = { offer, at: performance.now() }
      if (shown) setFile(offer)
    }
    prepare().catch((error: unknown) => console.warn(messageOf(error, say.failed)))
    return () => {
      shown = false
    }
  }, [name, path])

  async function download() {
    setState({ busy: true, said: '', failed: false })
    try {
      const fresh = offered.current && performance.now() - offered.current.at < lifetimes.downloadStart - 30_000
      const { link } = fresh && offered.current ? offered.current.offer : await call(name, JSON.parse(path) as object)
      offered.current = null
      window.location.assign(link)
      setState({ busy: false, said: say.started, failed: false })
    } catch (error) {
      console.warn(error)
      setState({ busy: false, said: messageOf(error, say.failed), failed: true })
    }
  }

  return (
    <div className="stack stack--tight">
      <div>
        <Button
          variant={primary ? 'primary' : 'quiet'}
          busy={state.busy}
          busyLabel={say.preparing}
          onClick={() => void download()}
        >
          <Icon name="download" />
          {label}
        </Button>
        {file?.system ? <span className="small soft"> {say.forSystem(say.systems[file.system])}</span> : null}
      </div>
      {file?.fileName && file.size !== undefined ? (
        <p className="small soft">{say.file(file.fileName, sizeText(file.size))}</p>
      ) : null}
      {file && file.systems.length > 1 ? (
        <p className="cluster small">
          {say.otherSystems}
          {file.systems
            .filter((system) => system !== file.system)
            .map((system) => (
              <Button key={system} variant="quiet" size="small" onClick={() => setChosen(system)}>
                {say.systems[system]}
              </Button>
            ))}
        </p>
      ) : null}
      {file?.sha256 ? (
        <p className="fine-print">
          {say.checksum} <code>{file.sha256}</code>
        </p>
      ) : null}
      <p role="status" className={state.failed ? 'field__error' : 'small'}>
        {state.said}
      </p>
    </div>
  )
}

/** 1536 is '1.5 kB'. */
function sizeText(bytes: number): string {
  const step = Math.min(3, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  const unit = (['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const)[step] ?? 'byte'
  return new Intl.NumberFormat('en-GB', { style: 'unit', unit, maximumFractionDigits: 1 }).format(bytes / 1000 ** step)
}
