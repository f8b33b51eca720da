import { SumPage } from './SumPage'

export const TaskPage = () => <SumPage key="task" name="task" />
export const CustomerPage = () => <SumPage key="customer" name="customer" />
export const SeriesPage = () => <SumPage key="series" name="series" />
export const StoreCustomerPage = () => <SumPage key="storeCustomer" name="storeCustomer" />
export const AppointmentReportPage = () => <SumPage key="appointment" name="appointment" />
export const TestCarPage = () => <SumPage key="testCar" name="testCar" />
export const OnlineCluePage = () => <SumPage key="onlineClue" name="onlineClue" />
