import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Output } from '../../core/contract.ts'
import { lifetimes } from '../../core/limits.ts'
import type { System } from '../../core/system.ts'
import { locale } from '#words/locale.ts'
import { confirmationWords } from '#words/confirmation.ts'
import { paths } from '../../core/screens.ts'
import { PageForm } from '../forms/page-form.tsx'
import { call, messageOf } from '../api.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'

const say = confirmationWords

type Offering = 'GET /api/v1/plans/{name}/download/link' | 'GET /api/v1/download/statistica'
type Offer = Output<Offering>
/** What the page's own form calls them. */
const acts = {
  'GET /api/v1/plans/{name}/download/link': 'download',
  'GET /api/v1/download/statistica': 'download-companion',
} as const
type Props = { call: Offering; input: object; plan: string; label: string; primary?: boolean }

/** A link comes with the page, or is asked for when this shows, for the file's size and checksum; again when it has grown old. */
export function InstallerDownload({ call: name, input, plan, label, primary = false }: Props) {
  const begun = useQueryClient().getQueryData<Offer>([name, input]) ?? null
  const offered = useRef(begun && { offer: begun, path: JSON.stringify(input), at: 0 })
  const [file, setFile] = useState(begun)
  const [state, setState] = useState<{ busy: boolean; said: string; failed: boolean }>({
    busy: false,
    said: '',
    failed: false,
  })
  /** Another system than the visitor's own, once one was chosen. */
  const [chosen, setChosen] = useState<System | null>(null)
  const path = JSON.stringify(chosen ? { ...input, query: { system: chosen } } : input)

  useEffect(() => {
    if (path === offered.current?.path) return undefined
    let shown = true
    const prepare = async () => {
      const offer = await call(name, JSON.parse(path) as object)
      offered.current = { offer, path, at: performance.now() }
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
      const known = offered.current
      const fresh = known?.path === path && performance.now() - known.at < lifetimes.downloadStart - 30_000
      const { link } = fresh ? known.offer : await call(name, JSON.parse(path) as object)
      offered.current = null
      window.location.assign(link)
      setState({ busy: false, said: say.started, failed: false })
    } catch (error) {
      console.warn(error)
      setState({ busy: false, said: messageOf(error, say.failed), failed: true })
    }
  }

  return (
    <PageForm
      className="stack stack--tight"
      action={paths.confirmation(plan)}
      hidden={{ act: acts[name] }}
      onSubmit={download}
    >
      <div>
        <Button type="submit" variant={primary ? 'primary' : 'quiet'} busy={state.busy} busyLabel={say.preparing}>
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
              <Button
                key={system}
                type="submit"
                name="system"
                value={system}
                variant="quiet"
                size="small"
                onClick={(event) => {
                  event.preventDefault()
                  setChosen(system)
                }}
              >
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
    </PageForm>
  )
}

/** 1536 is '1.5 kB'. */
function sizeText(bytes: number): string {
  const step = Math.min(3, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  const unit = (['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const)[step] ?? 'byte'
  return new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits: 1 }).format(bytes / 1000 ** step)
}
