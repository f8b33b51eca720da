import type { Appointment, TestCar } from '@showroom/contract/appointment/appointment.schema'
import type { Span } from '@showroom/contract/customer/appointment.rules'
import { carProblem } from './slots'

/** Options of a select of test-drive cars. Those that cannot be booked for the span are disabled, with the reason. */
export const carOptions = (cars: readonly TestCar[], others: readonly Appointment[], span: Span) =>
  cars.map((car) => {
    const problem = carProblem(car, others, span)
    return {
      value: car.carId,
      label: [`${car.plate} ${car.seriesName}`, problem].filter(Boolean).join(' · '),
      disabled: problem !== '',
    }
  })
