import { CheckCircleFilled, ClockCircleFilled } from '@ant-design/icons'
import './appointment-marks.css'

interface AppointmentMarksProps {
  isConfirmed: boolean
  /** Why it is late, in words; empty while it is not. */
  late: string
  /** Shows icons alone; screen readers get the words. */
  isShort?: boolean
}

/** Marks of an appointment: late, and confirmed by the customer. */
export const AppointmentMarks = ({ isConfirmed, late, isShort = false }: AppointmentMarksProps) => (
  <>
    {late && (
      <span className="sr-hour-mark sr-hour-mark-late">
        <ClockCircleFilled aria-hidden />
        <span className={isShort ? 'sr-visually-hidden' : ''}>{late}</span>
      </span>
    )}
    {isConfirmed && (
      <span className="sr-hour-mark sr-hour-mark-confirmed">
        <CheckCircleFilled aria-hidden />
        <span className={isShort ? 'sr-visually-hidden' : ''}>客户已确认</span>
      </span>
    )}
  </>
)
