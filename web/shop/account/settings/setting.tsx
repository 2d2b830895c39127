import type { ReactNode } from 'react'

type SettingProps = {
  title: string
  text: ReactNode
  /** Has a form or a list below the text, rather than one button beside it. */
  whole?: boolean
  children?: ReactNode
}

/** Renders one setting: its description, and the button or the form that changes it. */
export function Setting({ title, text, whole = false, children }: SettingProps) {
  return (
    <div className={whole ? 'setting setting--whole' : 'setting'}>
      <div>
        <h2 className="heading-3">{title}</h2>
        <div className="small soft anywhere">{text}</div>
      </div>
      {children}
    </div>
  )
}
