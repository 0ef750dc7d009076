/** Sentences, as in `sentences.ts`, about wallets, payments, campaigns and the books. */
export const coinSentences: Readonly<Record<string, string>> = {
  // Wallet and payments.
  'Insufficient kindracoins to perform this action, please choose a smaller amount or get more kindracoins.':
    'No tienes suficientes kindracoins para realizar esta acción; elige una cantidad menor o consigue más kindracoins.',
  'The amount must be a whole number of kindracoins.':
    'La cantidad debe ser un número entero de kindracoins.',
  'The minimum purchase amount is {{amount}} kindracoins.': 'La compra mínima es de {{amount}} kindracoins.',
  'The maximum purchase amount is {{amount}} kindracoins.':
    'La compra máxima es de {{amount}} de kindracoins.',
  'The transaction does not exist.': 'La transacción no existe.',
  'The payment does not exist.': 'El pago no existe.',
  'The payment belongs to the account that started it.': 'El pago pertenece a la cuenta que lo inició.',
  'The payment belongs to another account.': 'El pago pertenece a otra cuenta.',
  'The payment service cannot be reached.': 'No se puede conectar con el servicio de pagos.',
  'The payment service does not take payments just now.': 'Ahora mismo el servicio de pagos no acepta pagos.',
  'Enter the number of your card.': 'Introduce el número de tu tarjeta.',
  'Your card number is incomplete.': 'El número de tu tarjeta está incompleto.',
  'Your card number is incorrect.': 'El número de tu tarjeta no es correcto.',
  'Enter when your card expires.': 'Introduce cuándo caduca tu tarjeta.',
  'Enter the month and the year as on your card.': 'Introduce el mes y el año como en tu tarjeta.',
  'Your card has expired.': 'Tu tarjeta ha caducado.',
  'Your card was declined.': 'Tu tarjeta ha sido rechazada.',
  'Your card was declined. Your request was in test mode, but used a non test card.':
    'Tu tarjeta ha sido rechazada: aquí solo valen tarjetas de prueba.',
  'Your card has insufficient funds.': 'Tu tarjeta no tiene fondos suficientes.',
  "Your card's security code is incorrect.": 'El código de seguridad de tu tarjeta no es correcto.',
  "Your card's security code is invalid.": 'El código de seguridad de tu tarjeta no es válido.',
  "Your card's expiration month is invalid.": 'El mes de caducidad de tu tarjeta no es válido.',
  "Your card's expiration year is invalid.": 'El año de caducidad de tu tarjeta no es válido.',
  'An error occurred while processing your card. Try again in a little bit.':
    'Ha habido un error al procesar tu tarjeta. Vuelve a intentarlo dentro de un momento.',
  'Enter the security code of your card.': 'Introduce el código de seguridad de tu tarjeta.',
  'Your security code is not complete.': 'Tu código de seguridad está incompleto.',
  'There was an error making the payment.': 'Ha habido un error al realizar el pago.',
  'Payment failed. Please try again.': 'El pago ha fallado. Vuelve a intentarlo.',
  'Failed to retrieve payment status.': 'No se ha podido obtener el estado del pago.',
  'Error generating payment card.': 'Error al preparar el pago con tarjeta.',
  'Error getting list of transactions.': 'Error al obtener la lista de transacciones.',

  // Crowdfundings.
  'All fields for creating a crowdfunding application are mandatory.':
    'Todos los campos para solicitar una campaña son obligatorios.',
  'The title cannot exceed {{limit}} characters.': 'El título no puede superar los {{limit}} caracteres.',
  'The description cannot exceed {{limit}} characters.':
    'La descripción no puede superar los {{limit}} caracteres.',
  'The goal amount must be between {{least}} and {{most}} kindracoins.':
    'El objetivo debe estar entre {{least}} y {{most}} de kindracoins.',
  'The duration must be between {{least}} and {{most}} days.':
    'La duración debe ser de entre {{least}} y {{most}} días.',
  'The crowdfunding does not exist.': 'La campaña no existe.',
  'The crowdfunding is no longer pending.': 'La campaña ya no está pendiente.',
  'The crowdfunding has not expired yet.': 'La campaña aún no ha terminado.',
  'Only its creator can cancel a crowdfunding.': 'Solo quien la creó puede cancelar una campaña.',
  'Only its creator can close a crowdfunding.': 'Solo quien la creó puede cerrar una campaña.',
  'Only a pending or active crowdfunding can be cancelled.':
    'Solo se puede cancelar una campaña pendiente o activa.',
  'Only an active crowdfunding can be closed.': 'Solo se puede cerrar una campaña activa.',
  'This crowdfunding does not accept donations.': 'Esta campaña no acepta donaciones.',
  'You cannot donate to your own crowdfunding.': 'No puedes donar a tu propia campaña.',
  'The minimum donation amount is {{amount}} kindracoin.': 'La donación mínima es de {{amount}} kindracoin.',
  'This donation was made before, with other details.': 'Esta donación ya se hizo antes, con otros datos.',
  'The donation does not exist.': 'La donación no existe.',
  'You have donated 1 kindracoins!': '¡Has donado 1 kindracoin!',
  // A whole number of millions; what comes first is tried first.
  'You have donated {{millions}}000000 kindracoins!': '¡Has donado {{millions}}.000.000 de kindracoins!',
  'You have donated {{amount}} kindracoins!': '¡Has donado {{amount}} kindracoins!',
  'Crowdfunding successfully created.': 'La campaña se ha creado correctamente.',
  'Crowdfunding successfully approved.': 'La campaña se ha aprobado correctamente.',
  'Crowdfunding successfully rejected.': 'La campaña se ha rechazado correctamente.',
  'Crowdfunding successfully cancelled.': 'La campaña se ha cancelado correctamente.',
  'Crowdfunding successfully closed.': 'La campaña se ha cerrado correctamente.',
  'Error saving crowdfunding.': 'Error al guardar la campaña.',
  'Error getting crowdfundings.': 'Error al obtener las campañas.',
  'Error getting crowdfunding.': 'Error al obtener la campaña.',
  'Error getting donations.': 'Error al obtener las donaciones.',
  'Error making the donation.': 'Error al realizar la donación.',
  'Error cancelling the crowdfunding.': 'Error al cancelar la campaña.',
  'Error closing the crowdfunding.': 'Error al cerrar la campaña.',
  'Error approving the crowdfunding.': 'Error al aprobar la campaña.',
  'Error declining the crowdfunding.': 'Error al rechazar la campaña.',

  // The chain of a campaign's coins.
  'A line before it is missing.': 'Falta una línea anterior.',
  'Its total does not follow from the line before.': 'Su total no se deduce de la línea anterior.',
  'It does not hold the hash of the line before.': 'No contiene la huella de la línea anterior.',
  'Its hash does not fit what it says.': 'Su huella no encaja con lo que dice.',
  'It is missing.': 'Falta.',
  'It is not the line that was said to be the last.': 'No es la línea que se dio como última.',
  'What is said to be held does not follow from it.':
    'Lo que se dice que hay en depósito no se deduce de ella.',
  'Error getting the coins of the crowdfunding.': 'Error al obtener las monedas de la campaña.',

  // The audit.
  'The adjustment does not exist.': 'El ajuste no existe.',
  'The adjustment waits for another member of staff.': 'El ajuste espera a otro miembro del equipo.',
  'It must be true or false whether campaigns are cancelled.':
    'Se debe indicar con verdadero o falso si se cancelan las campañas.',
  'The identification waits for another member of staff.':
    'La identificación espera a otro miembro del equipo.',
  'Another identification of this payment waits for a decision. Decline it first.':
    'Otra identificación de este pago espera una decisión. Recházala antes.',
  'Another member of staff must decide on your crowdfunding.':
    'Otro miembro del equipo debe decidir sobre tu campaña.',
  'The adjustment has been approved.': 'El ajuste se ha aprobado.',
  'The adjustment has been declined.': 'El ajuste se ha rechazado.',
  'The adjustment has been taken back.': 'El ajuste se ha retirado.',
  'The adjustment has been decided already.': 'Ya se ha decidido sobre el ajuste.',
  'An adjustment needs the approval of another member of staff.':
    'Un ajuste necesita la aprobación de otro miembro del equipo.',
  'An adjustment cannot exceed {{amount}} kindracoins.':
    'Un ajuste no puede superar los {{amount}} de kindracoins.',
  'The amount must be a whole number of kindracoins, and not zero.':
    'La cantidad debe ser un número entero de kindracoins distinto de cero.',
  'The amount must be a whole, positive number of kindracoins.':
    'La cantidad debe ser un número entero y positivo de kindracoins.',
  'What is written off must be a positive amount.': 'Lo que se condona debe ser una cantidad positiva.',
  'The account does not owe that much.': 'La cuenta no debe tanto.',
  'The wallet does not hold that much.': 'El monedero no tiene tanto.',
  'Staff cannot adjust a wallet of their own.': 'El equipo no puede ajustar su propio monedero.',
  'Staff cannot credit a wallet of their own.': 'El equipo no puede abonar en su propio monedero.',
  'The payment has not been credited to this wallet.': 'El pago no se ha abonado en este monedero.',
  'The payment is not held in suspense.': 'El pago no está en suspenso.',
  'The payment is held in suspense until staff identify it.':
    'El pago está en suspenso hasta que el equipo lo identifique.',
  'The provider has taken nothing back under this id.':
    'El proveedor no ha retirado nada con este identificador.',
  'The provider has taken money of this payment back.': 'El proveedor ha retirado dinero de este pago.',
  'The books have no such account.': 'Los libros no tienen esa cuenta.',
  'The format must be csv, ndjson or beancount.': 'El formato debe ser csv, ndjson o beancount.',
  'The time must be an ISO 8601 instant.': 'La hora debe ser un instante ISO 8601.',
  'The position must be a whole number.': 'La posición debe ser un número entero.',
  'Give either an instant or a position.': 'Indica un instante o una posición.',
  'Error getting the statement.': 'Error al obtener el extracto.',
  'Error getting staff actions.': 'Error al obtener las acciones del equipo.',
  'Error getting adjustments.': 'Error al obtener los ajustes.',
  'Error getting entries.': 'Error al obtener los asientos.',
  'Error getting problems.': 'Error al obtener los problemas.',
  'Error getting payments.': 'Error al obtener los pagos.',
  'Error getting the trial balance.': 'Error al obtener el balance de comprobación.',
  'Error making the export.': 'Error al hacer la exportación.',
  'The page must be a positive integer.': 'La página debe ser un número entero positivo.',
  'Pages after the {{last}}th have no number. Follow the link to the next page.':
    'Las páginas posteriores a la {{last}} no tienen número. Sigue el enlace a la página siguiente.',
  'The cursor is not valid.': 'El cursor no es válido.',
  'There is no such type of entry.': 'No existe ese tipo de asiento.',
  'The account cannot exceed {{limit}} characters.': 'La cuenta no puede superar los {{limit}} caracteres.',
  'The status must be OPEN, APPROVED or DECLINED.': 'El estado debe ser OPEN, APPROVED o DECLINED.',
  'The id is missing.': 'Falta el identificador.',
  'The place in the trail must be a whole number, 0 or more.':
    'El lugar en la cadena debe ser un número entero, 0 o mayor.',
};
