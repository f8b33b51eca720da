import { Alert, Form, type FormInstance, type FormListFieldData, type FormListOperation } from 'antd'
import type { FormListProps } from 'antd/es/form'
import {
  cloneElement,
  createContext,
  type KeyboardEvent,
  memo,
  type ReactElement,
  type ReactNode,
  startTransition,
  use,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useState,
} from 'react'
import { useStableCallback } from '../stableMemo'
import { connectionTexts, useConnection } from '../FailedReads'
import { useLasting } from '../useLasting'
import { whenIdle } from '../whenIdle'
import { namePath } from './checks'
import { useDraftState } from './FormNote'
import { useSendKey } from './sendKey'
import type { FormParts, SchemaFormApi } from './types'
import './form.css'

const Parts = createContext<FormParts | undefined>(undefined)
/** The list whose rows are being rendered; '' outside of lists. */
const List = createContext('')

interface SchemaFormProps<Values extends object> {
  /** From `useSchemaForm`. */
  form: SchemaFormApi<Values>
  children: ReactNode
  /** The dialog shows the form's problem in its footer, where it is always visible. */
  hideProblem?: boolean
  className?: string
}

/**
 * The form around its fields. Fields are `<Field name label><Input/></Field>`; lay them out with `<FormGrid>` and
 * `<FormSection>`. Ctrl+Enter submits from anywhere inside.
 */
export function SchemaForm<Values extends object>(props: SchemaFormProps<Values>) {
  const { form, children, hideProblem, className = '' } = props
  const isViewed = useViewedDraft(form)
  const isWaiting = useLasting(form.pending, inertMs)
  useInert(form.parts.root, (form.pending && isWaiting) || isViewed)
  const submit = useStableCallback(form.submit)
  useSendKey(submit, form.parts.root)
  return (
    <Parts value={form.parts}>
      <div
        ref={form.parts.root}
        className={`sr-form ${className}`}
        data-viewed={isViewed || undefined}
        {...(isViewed && { role: 'region', 'aria-label': '草稿', tabIndex: 0 })}
      >
        <Fields form={form.form} initial={form.initial} parts={form.parts} submit={submit}>
          {children}
        </Fields>
        {!hideProblem && <FormProblemAlert form={form} />}
      </div>
    </Parts>
  )
}

/**
 * Delay before a pending form becomes inert. Most responses arrive sooner, and inert makes the browser recompute every
 * element's style. Until then `wait` blocks input.
 */
const inertMs = 150

/** Sets `inert` directly on the element: a changed prop would make antd render all fields again. */
function useInert(root: FormParts['root'], isInert: boolean): void {
  useLayoutEffect(() => {
    const fields = root.current?.querySelector('form')
    if (fields) fields.inert = isInert
  }, [root, isInert])
}

interface FieldsProps {
  form: FormInstance
  initial: object
  parts: FormParts
  submit: () => Promise<boolean>
  children: ReactNode
}

/**
 * antd's form, memoized. Forms with many fields should pass the same `children` element while nothing in it changes, so
 * that submitting does not render them again.
 */
const Fields = memo(function Fields({ form, initial, parts, submit, children }: FieldsProps) {
  const id = useId()
  return (
    <Form
      form={form}
      name={id}
      layout="vertical"
      initialValues={initial}
      validateTrigger={[]}
      scrollToFirstError={false}
      onValuesChange={parts.changed}
      onKeyDown={keepFromSending}
      onFinish={() => void submit()}
      onFinishFailed={() => void submit()}
      onBlur={(event) => {
        const path = event.target.closest<HTMLElement>('[data-field]')?.dataset.field
        if (path) parts.left(path)
      }}
    >
      {children}
    </Form>
  )
})

/** Whether a draft is being viewed in the form's fields. Marks the fields it fills meanwhile. */
function useViewedDraft({ draft, parts: { root } }: Pick<SchemaFormApi, 'draft' | 'parts'>): boolean {
  const state = useDraftState(draft)
  const viewed = state?.kind === 'viewed' ? state : undefined
  useEffect(() => {
    if (!viewed) return undefined
    const marked = [...(root.current?.querySelectorAll<HTMLElement>('[data-field]') ?? [])].filter((field) =>
      viewed.fields.includes(field.dataset.field?.split('.')[0] ?? ''),
    )
    for (const field of marked) field.dataset.drafted = ''
    return () => {
      for (const field of marked) delete field.dataset.drafted
    }
  }, [root, viewed])
  return viewed !== undefined
}

/** Enter in a picker belongs to the picker. In a form without other text fields the browser would submit the form. */
function keepFromSending(event: KeyboardEvent): void {
  if (event.key === 'Enter' && (event.target as Element).closest('.ant-picker')) event.preventDefault()
}

/** After this time a person wonders whether anything is happening. */
const slowMs = 5_000

/** Shows what is wrong with the form as a whole, and a note while a response takes long. */
export function FormProblemAlert({ form }: { form: Pick<SchemaFormApi, 'pending' | 'problem'> }) {
  const isSlow = useLasting(form.pending, slowMs)
  const isHeld = useConnection() === 'saving' && form.pending
  if (isSlow || isHeld)
    return (
      <Alert
        className="sr-form-problem"
        type="info"
        showIcon
        role="status"
        title={isHeld ? connectionTexts.saving : '服务响应较慢，仍在提交'}
        description="填写的内容都在，请稍候。"
      />
    )
  if (!form.problem) return null
  return (
    <Alert
      className="sr-form-problem"
      type="error"
      showIcon
      role="alert"
      title={form.problem.title}
      description={form.problem.description}
    />
  )
}

interface FieldProps {
  /** Name of the field in the form; dots nest: `addition.idNo`. In a `FieldList` it begins with the row: `0.price`. */
  name: string
  label?: ReactNode
  /** Shows the mark only; the schema defines the rule. */
  required?: boolean
  /** Takes the whole row of a `FormGrid`; `rest`: all but its first column. */
  wide?: boolean | 'rest'
  /** Placed in the last column of a `FormGrid`, below the field it depends on. */
  end?: boolean
  /** For a group of radios or checkboxes, which a `label for` cannot name. */
  group?: boolean
  extra?: ReactNode
  /** For Switch and Checkbox: 'checked'. */
  valuePropName?: string
  children: ReactElement<object>
}

/** One field: label, control and the schema's error text. The control gets `value`, `onChange` and `id`. */
export function Field({
  name,
  label,
  required,
  wide,
  end,
  group,
  extra,
  valuePropName,
  children,
}: FieldProps) {
  const parts = use(Parts)
  const list = use(List)
  const labelId = useId()
  if (!parts) throw new Error('Field needs a SchemaForm around it')
  return (
    <Form.Item
      name={namePath(name)}
      label={group ? <span id={labelId}>{label}</span> : label}
      {...(group && { htmlFor: '' })}
      required={required ?? false}
      rules={parts.rules}
      validateFirst
      extra={extra}
      {...(valuePropName && { valuePropName })}
      className={wide === 'rest' ? 'sr-field-rest' : wide ? 'sr-field-wide' : end ? 'sr-field-end' : ''}
      {...{ 'data-field': list ? `${list}.${name}` : name }}
    >
      {group ? cloneElement(children, { 'aria-labelledby': labelId } as object) : children}
    </Form.Item>
  )
}

interface FieldListProps {
  name: string
  children: (rows: readonly FormListFieldData[], operation: FormListOperation) => ReactNode
}

/**
 * A variable number of rows with fields `<Field name={`${row.name}.price`}>`. The schema's text for the list as a whole
 * is shown below.
 */
export function FieldList({ name, children }: FieldListProps) {
  const parts = use(Parts)
  if (!parts) throw new Error('FieldList needs a SchemaForm around it')
  return (
    <Form.List name={namePath(name)} rules={parts.rules as NonNullable<FormListProps['rules']>}>
      {(rows, operation, { errors }) => (
        <div data-field={name}>
          <List value={name}>{children(rows, operation)}</List>
          <Form.ErrorList errors={errors} className="sr-form-list-errors" />
        </div>
      )}
    </Form.List>
  )
}

/**
 * The current value of one field; renders the caller again only when that field changes. Outside of the form's children
 * pass `form.form` too.
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller knows what its field holds
export function useFieldValue<Value>(name: string, form?: FormInstance): Value | undefined {
  const surrounding = Form.useFormInstance()
  const own = form ?? surrounding
  // useWatch evaluates a selector during the first render, but a name only after it, which would cost a second render.
  const read = useCallback(() => own.getFieldValue(namePath(name)) as Value | undefined, [own, name])
  return Form.useWatch(read, { form: own, preserve: true })
}

/** Renders its children while `is` accepts the field's value. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller knows what its field holds
export function When<Value>({
  field,
  is,
  children,
}: {
  field: string
  is: (value: Value | undefined) => boolean
  children: ReactNode
}) {
  return is(useFieldValue<Value>(field)) ? children : null
}

/** Lays out fields in columns (one on a phone); `wide` fields take the whole row. */
export function FormGrid({ children, columns = 2 }: { children: ReactNode; columns?: 1 | 2 | 3 }) {
  return <div className={`sr-form-grid sr-form-grid-${columns}`}>{children}</div>
}

/** A titled part of a long form. A collapsible one keeps its fields mounted and opens itself if a field inside has an error. */
export function FormSection({
  title,
  hint,
  collapsible,
  children,
}: {
  title: string
  hint?: string
  collapsible?: boolean
  children: ReactNode
}) {
  if (!collapsible)
    return (
      <section className="sr-form-section" aria-label={title}>
        <h2 className="sr-form-section-title">{title}</h2>
        {children}
      </section>
    )
  return (
    <FoldedSection title={title} hint={hint}>
      {children}
    </FoldedSection>
  )
}

/** Mounts its fields when the browser is idle or the section is opened: mounting them is the slowest part of a form. */
function FoldedSection({
  title,
  hint,
  children,
}: {
  title: string
  hint: string | undefined
  children: ReactNode
}) {
  const [isMade, setIsMade] = useState(false)
  useEffect(() => whenIdle(() => startTransition(() => setIsMade(true))), [])
  return (
    <details
      className="sr-form-section"
      // Scrolls to a section that the user has opened, since it may be at the dialog's bottom. A section opened by a
      // validation error is scrolled to the field instead.
      onToggle={({ currentTarget: section }) => {
        if (section.open && section.firstElementChild === document.activeElement)
          section.scrollIntoView({ block: 'nearest' })
      }}
    >
      <summary className="sr-form-section-title" onClick={() => setIsMade(true)}>
        {title}
        {hint && <span className="sr-form-section-hint">{hint}</span>}
      </summary>
      {isMade && children}
    </details>
  )
}
