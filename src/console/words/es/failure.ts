import type { failure as English } from '../en/failure.js';

export const failure = {
  meanings: {
    approval_declined: 'Un miembro de la cuenta lo rechazó.',
    approval_expired: 'Ningún miembro de la cuenta lo aprobó a tiempo. Créalo de nuevo si aún se debe.',
    cancelled_before_submission: 'Se canceló antes de enviarse.',
    customer_blocked: 'Su cliente está bloqueado. Contacta a soporte.',
    destination_disabled: 'Su destino está desactivado. Actívalo o elige otro.',
    expired: 'Ningún pago llegó a tiempo.',
    funding_insufficient: 'El dinero que llegó no alcanzó.',
    insufficient_funds: 'El saldo disponible no alcanzó. Agrega dinero y créalo de nuevo.',
    invalid_instruction:
      'Los datos de la cuenta fueron rechazados. Corrige el beneficiario y créalo de nuevo.',
    no_route: 'No hay un banco conectado para este método y moneda. Contacta a soporte.',
    not_confirmed: 'El banco no confirmó el pago.',
    not_submitted: 'No se envió al banco. Créalo de nuevo.',
    provider_amount_mismatch: 'El banco ofreció otro monto.',
    provider_error: 'El banco informó un error.',
    provider_rejected: 'El banco lo rechazó. Revisa los datos de la cuenta antes de crearlo de nuevo.',
    provider_unavailable: 'El banco no estaba disponible. Créalo de nuevo.',
    quote_expired: 'Su cotización había vencido. Crea una nueva.',
    resolved_not_executed: 'El banco confirmó que no se ejecutó. Créalo de nuevo si aún se debe.',
    simulated_failure: 'El entorno de pruebas simuló una falla.',
    risk_rejected: 'La revisión lo rechazó. Contacta a soporte antes de crearlo de nuevo.',
  },
  ofBank: (code) => `El banco devolvió el código "${code}".`,
} satisfies typeof English;
