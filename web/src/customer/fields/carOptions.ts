import type { Appointment, TestCar } from '@showroom/contract/appointment/appointment.schema'
import { hoursText, isWithin, overlaps, type Span } from '@showroom/contract/customer/appointment.rules'

/** Options of a select of test-drive cars. Those that cannot be booked for the span are disabled, with the reason. */
export const carOptions = (cars: readonly TestCar[], others: readonly Appointment[], span: Span) =>
  cars.map((car) => {
    const taken = others.find((one) => one.carId === car.carId && overlaps(one, span))
    const why = car.isOff
      ? '停用中'
      : taken
        ? `${hoursText(taken)} ${taken.ownerName}已约`
        : isWithin(span, car)
          ? ''
          : '这段时间不开放'
    return {
      value: car.carId,
      label: [`${car.plate} ${car.seriesName}`, why].filter(Boolean).join(' · '),
      disabled: why !== '',
    }
  })
