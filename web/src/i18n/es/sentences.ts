import { coinSentences } from './sentences-of-coins.ts';

/**
 * Sentences that come from the server, from the rules of the contract and from what calls the API, which are the same in
 * every language, under the English sentence. `{{…}}` stands for what changes; the first sentence that fits counts.
 */
export const texts: Readonly<Record<string, string>> = {
  ...coinSentences,

  // Everywhere.
  'An unexpected error has occurred.': 'Ha ocurrido un error inesperado.',
  'Please log in to perform this action.': 'Inicia sesión para realizar esta acción.',
  'You must log in to perform this action.': 'Debes iniciar sesión para realizar esta acción.',
  'You must be logged in to perform this action.':
    'Debes tener la sesión iniciada para realizar esta acción.',
  'You must log in to access this page.': 'Debes iniciar sesión para acceder a esta página.',
  'You must log in to create a post.': 'Debes iniciar sesión para crear una publicación.',
  'You must log in to see messages.': 'Debes iniciar sesión para ver los mensajes.',
  'You must log in to manage your wallet.': 'Debes iniciar sesión para gestionar tu monedero.',
  'You do not have permission to access this page.': 'No tienes permiso para acceder a esta página.',
  'You do not have permission to perform this action.': 'No tienes permiso para realizar esta acción.',
  'Your session has expired.': 'Tu sesión ha caducado.',
  'Too many requests. Please slow down.': 'Demasiadas peticiones. Ve más despacio, por favor.',
  'Too many wrong passwords. Please try again later.':
    'Demasiadas contraseñas incorrectas. Vuelve a intentarlo más tarde.',
  'What you did could not be saved just now. Please try again.':
    'Ahora mismo no se ha podido guardar lo que has hecho. Vuelve a intentarlo.',
  'Too many people are doing this at once. Please try again.':
    'Demasiada gente está haciendo esto a la vez. Vuelve a intentarlo.',
  'Too many images are being uploaded at once. Please try again.':
    'Se están subiendo demasiadas imágenes a la vez. Vuelve a intentarlo.',
  'Too many are listening. Please try again later.': 'Demasiadas conexiones. Vuelve a intentarlo más tarde.',
  'Kindra cannot be reached just now. Please try again.':
    'Ahora mismo no se puede conectar con Kindra. Vuelve a intentarlo.',
  'The request could not be understood.': 'No se ha podido entender la petición.',
  'The request is not valid.': 'La petición no es válida.',
  'The request did not come to its end.': 'La petición no ha llegado completa.',
  'The request is too large.': 'La petición es demasiado grande.',
  'The request must be JSON.': 'La petición debe ser JSON.',
  'The request must not be compressed.': 'La petición no debe estar comprimida.',
  'The request must be a JSON object.': 'La petición debe ser un objeto JSON.',
  'There is nothing at this address.': 'No hay nada en esta dirección.',
  'This address cannot be used in this way.': 'Esta dirección no se puede usar así.',
  'This Idempotency-Key was used for another request already.':
    'Esta Idempotency-Key ya se usó para otra petición.',
  'The Idempotency-Key must be a UUID.': 'La Idempotency-Key debe ser un UUID.',
  'The webhook was refused.': 'El webhook se ha rechazado.',
  'A text cannot hold the character U+0000.': 'Un texto no puede contener el carácter U+0000.',
  'The text contains characters that are not allowed.':
    'El texto contiene caracteres que no están permitidos.',

  // Accounts.
  'Username cannot be empty.': 'El nombre de usuario no puede estar vacío.',
  'Username can only contain letters and numbers.':
    'El nombre de usuario solo puede contener letras y números.',
  'Username must be between 5 and 18 characters.': 'El nombre de usuario debe tener entre 5 y 18 caracteres.',
  'The username is already taken.': 'El nombre de usuario ya está ocupado.',
  'Password cannot be empty.': 'La contraseña no puede estar vacía.',
  'The password is not secure.': 'La contraseña no es segura.',
  'The password must be the same.': 'La contraseña debe ser la misma.',
  'Email must be valid.': 'El correo electrónico debe ser válido.',
  'The email is already registered.': 'El correo electrónico ya está registrado.',
  'Name cannot be empty.': 'El nombre no puede estar vacío.',
  'Name can only contain letters.': 'El nombre solo puede contener letras.',
  'Name must contain at least one letter.': 'El nombre debe contener al menos una letra.',
  'Name must be between 3 and 20 characters.': 'El nombre debe tener entre 3 y 20 caracteres.',
  'Surnames can only contain letters.': 'Los apellidos solo pueden contener letras.',
  'Surnames must contain at least one letter.': 'Los apellidos deben contener al menos una letra.',
  'Surnames must be at most 60 characters.': 'Los apellidos pueden tener 60 caracteres como máximo.',
  'Birthdate cannot be empty.': 'La fecha de nacimiento no puede estar vacía.',
  'Invalid birthdate format.': 'El formato de la fecha de nacimiento no es válido.',
  'You must be between 18 and 99 years old.': 'Debes tener entre 18 y 99 años.',
  'Gender must be M, F or O.': 'El género debe ser M, F u O.',
  'Please choose one of the genders.': 'Elige uno de los géneros.',
  'Category must be one of those offered.': 'La categoría debe ser una de las que se ofrecen.',
  'Please choose one of the categories.': 'Elige una de las categorías.',
  'You must accept the terms and conditions and the privacy policy.':
    'Debes aceptar los términos y condiciones y la política de privacidad.',
  "The nickname cannot contain spaces or special characters (Except '_').":
    "El apodo no puede contener espacios ni caracteres especiales (salvo '_').",
  'Nickname must be between 5 and 18 characters.': 'El apodo debe tener entre 5 y 18 caracteres.',
  'The nickname is already taken.': 'El apodo ya está ocupado.',
  'The new nickname is the same as the current one.': 'El apodo nuevo es igual al actual.',
  'The new profile name is the same as the current one.': 'El nombre de perfil nuevo es igual al actual.',
  'Nickname changes successfully completed.': 'El apodo se ha cambiado correctamente.',
  'Profile name changes successfully completed.': 'El nombre de perfil se ha cambiado correctamente.',
  'Incorrect username or password.': 'El nombre de usuario o la contraseña no son correctos.',
  'Successful register.': 'Registro completado.',
  'Successful login.': 'Has iniciado sesión.',
  'Successful logout.': 'Has cerrado sesión.',
  'You are logged out in this browser, but Kindra could not be reached to end the session.':
    'Has cerrado sesión en este navegador, pero no se ha podido conectar con Kindra para terminarla.',
  'The account has been successfully deactivate.': 'La cuenta se ha desactivado correctamente.',
  'Your organization account is awaiting approval.':
    'Tu cuenta de organización está pendiente de aprobación.',
  'The code is missing.': 'Falta el código.',
  'The state is missing.': 'Falta el estado.',
  'Only the profile name can be changed by this call.':
    'Con esta llamada solo se puede cambiar el nombre de perfil.',
  'Only the nickname can be changed by this call.': 'Con esta llamada solo se puede cambiar el apodo.',
  'This sign-in belongs to another account.': 'Este inicio de sesión pertenece a otra cuenta.',
  'The sign-in service cannot be reached.': 'No se puede conectar con el servicio de inicio de sesión.',
  'The sign-in did not succeed. Please try again.': 'No se ha podido iniciar sesión. Vuelve a intentarlo.',
  'The sign-in was not started in this browser. Please try again.':
    'El inicio de sesión no empezó en este navegador. Vuelve a intentarlo.',
  'Error completing request when logging in.': 'Error al realizar la petición de inicio de sesión.',
  'Error completing registration request.': 'Error al realizar la petición de registro.',
  'Error making request to update your profile.': 'Error al realizar la petición para actualizar tu perfil.',

  // Posts and feeds.
  'The post cannot be empty.': 'La publicación no puede estar vacía.',
  'The post cannot exceed {{limit}} characters.': 'La publicación no puede superar los {{limit}} caracteres.',
  'The post to load does not exist.': 'La publicación no existe.',
  'The post to like is missing.': 'Falta la publicación que te gusta.',
  'Publication created sucesfull.': 'La publicación se ha creado correctamente.',
  'Post deleted sucesfull': 'La publicación se ha eliminado correctamente.',
  'Error making request when creating a post.': 'Error al crear la publicación.',
  'Error making request when loading posts.': 'Error al cargar las publicaciones.',
  'Error when making the request to like the post.': 'Error al marcar la publicación como «Me gusta».',
  'Error making request to get posts from profile.': 'Error al obtener las publicaciones del perfil.',
  'Error making request when loading post.': 'Error al cargar la publicación.',
  'Error making request when loading replies.': 'Error al cargar los comentarios.',
  'Error making request when deleting publication.': 'Error al eliminar la publicación.',

  // What the server calls what was erased, or is not shown.
  'Erased account': 'Cuenta borrada',
  'Hidden account': 'Cuenta oculta',
  'Erased crowdfunding': 'Campaña borrada',

  // Profiles.
  'The profile does not exist.': 'El perfil no existe.',
  'The profile is missing.': 'Falta el perfil.',
  'The profile to follow is missing.': 'Falta el perfil que quieres seguir.',
  'You cannot follow yourself.': 'No puedes seguir tu propio perfil.',
  'You cannot block or mute more than {{limit}} profiles.':
    'No puedes bloquear ni silenciar más de {{limit}} perfiles.',
  'You cannot block yourself.': 'No puedes bloquear tu propio perfil.',
  'You cannot mute yourself.': 'No puedes silenciar tu propio perfil.',
  'You cannot interact with this profile.': 'No puedes interactuar con este perfil.',
  'Error performing request to get profile.': 'Error al obtener el perfil.',
  'Error performing request to get profile followers.': 'Error al obtener los seguidores del perfil.',
  'Error performing request to get followed profiles.': 'Error al obtener los perfiles seguidos.',

  // Messages.
  'The conversation does not exist.': 'La conversación no existe.',
  'The conversation is not with the receiver of the message.':
    'La conversación no es con quien recibe el mensaje.',
  'The message cannot be empty.': 'El mensaje no puede estar vacío.',
  'The message cannot exceed {{limit}} characters.': 'El mensaje no puede superar los {{limit}} caracteres.',
  'You cannot send a message to yourself.': 'No puedes enviar mensajes a tu propio perfil.',
  'The receiver is missing.': 'Falta quien recibe el mensaje.',
  'The clientId must be a text.': 'El clientId debe ser un texto.',
  'Error getting conversations.': 'Error al obtener las conversaciones.',
  'Error getting conversation.': 'Error al obtener la conversación.',

  // Animals for adoption.
  'All fields to create an adoption is mandatory.':
    'Todos los campos son obligatorios para ofrecer un animal en adopción.',
  'The name cannot exceed {{limit}} characters.': 'El nombre no puede superar los {{limit}} caracteres.',
  'The breed cannot exceed {{limit}} characters.': 'La raza no puede superar los {{limit}} caracteres.',
  'The address cannot exceed {{limit}} characters.':
    'La dirección no puede superar los {{limit}} caracteres.',
  'The age must be between {{least}} and {{most}} years.':
    'La edad debe estar entre {{least}} y {{most}} años.',
  'The age must be a whole number of years.': 'La edad debe ser un número entero de años.',
  'The text cannot exceed {{limit}} characters.': 'El texto no puede superar los {{limit}} caracteres.',
  'There is no such type of animal.': 'No existe ese tipo de animal.',
  'The sex must be M or F.': 'El sexo debe ser M o F.',
  'The filter must be true or false.': 'El filtro debe ser verdadero o falso.',
  'The animal does not exist.': 'El animal no existe.',
  'Only its owner can do this with an animal.': 'Solo quien ofrece el animal puede hacer esto.',
  'The animal has been adopted already.': 'El animal ya ha sido adoptado.',
  'Adoption created correctly.': 'El animal se ha ofrecido en adopción.',
  'Animal marked as adopted correctly.': 'El animal se ha marcado como adoptado.',
  'Adoption successfully removed.': 'El animal se ha retirado de la adopción.',
  'Error saving adoption.': 'Error al ofrecer el animal en adopción.',
  'Error changing adoption status.': 'Error al marcar el animal como adoptado.',
  'Error deleting adoption.': 'Error al retirar el animal de la adopción.',
  'Error getting animals.': 'Error al obtener los animales.',

  // Pictures.
  'There is no image.': 'No hay ninguna imagen.',
  'The image must be a text.': 'La imagen debe ser un texto.',
  'The image must be a JPEG, PNG or WebP picture.': 'La imagen debe ser JPEG, PNG o WebP.',
  'The image must be a JPEG, PNG or WebP file.': 'La imagen debe ser un archivo JPEG, PNG o WebP.',
  'The image cannot exceed 5 MB.': 'La imagen no puede superar los 5 MB.',
  'The image cannot exceed 40 megapixels.': 'La imagen no puede superar los 40 megapíxeles.',
  'The image is damaged and cannot be read.': 'La imagen está dañada y no se puede leer.',
  'The image is too large.': 'La imagen es demasiado grande.',
  'The image could not be read.': 'No se ha podido leer la imagen.',

  // Staff.
  'The organization has been successfully approved.': 'La organización se ha aprobado correctamente.',
  'The organization has been successfully declined.': 'La organización se ha rechazado correctamente.',
  'There was an error approving the organization.': 'Ha habido un error al aprobar la organización.',
  'There was an error declining the organization.': 'Ha habido un error al rechazar la organización.',
  'The organization is not awaiting approval.': 'La organización no está pendiente de aprobación.',
  'The account has been successfully reactivated.': 'La cuenta se ha reactivado correctamente.',
  'The account has been successfully banned.': 'La cuenta se ha suspendido correctamente.',
  'The account is not deactivated.': 'La cuenta no está desactivada.',
  'Staff cannot be banned.': 'No se puede suspender a miembros del equipo.',
  'Staff cannot be erased.': 'No se pueden borrar los datos de miembros del equipo.',
  'Only an active account can become staff.': 'Solo una cuenta activa puede pasar a formar parte del equipo.',
  'The reason cannot be empty.': 'El motivo no puede estar vacío.',
  'The reason cannot exceed {{limit}} characters.': 'El motivo no puede superar los {{limit}} caracteres.',
  'Please say why.': 'Explica por qué.',
  'Error getting organizations.': 'Error al obtener las organizaciones.',
  'Error getting deactivated profiles.': 'Error al obtener los perfiles desactivados.',

  // Reports.
  'Thank you. Staff will look at it.': 'Gracias. El equipo lo revisará.',
  'What you report does not exist.': 'Lo que denuncias no existe.',
  'What to report is missing.': 'Falta lo que quieres denunciar.',
  'Only posts, profiles, crowdfundings and animals can be reported.':
    'Solo se pueden denunciar publicaciones, perfiles, campañas y animales.',
  'The category must be one of those offered.': 'La categoría debe ser una de las que se ofrecen.',
  'The nickname cannot exceed {{limit}} characters.': 'El apodo no puede superar los {{limit}} caracteres.',
  'The status must be OPEN, RESOLVED or DISMISSED.': 'El estado debe ser OPEN, RESOLVED o DISMISSED.',
  'The report does not exist.': 'La denuncia no existe.',
  'The report cannot exceed {{limit}} characters.': 'La denuncia no puede superar los {{limit}} caracteres.',
  'Please say what is wrong.': 'Explica qué ocurre.',
  'You cannot report what is yours.': 'No puedes denunciar lo que es tuyo.',
  'You have already reported this. Staff will look at it.': 'Ya lo has denunciado. El equipo lo revisará.',
  'These reports have been decided on already.': 'Ya se ha decidido sobre estas denuncias.',
  'Nobody takes down or restores what is theirs.': 'Nadie retira ni restaura lo que es suyo.',
  'It has been taken down already.': 'Ya se ha retirado.',
  'The website cannot exceed {{limit}} characters.':
    'El sitio web no puede superar los {{limit}} caracteres.',
  'The website must be an address that begins with http:// or https://.':
    'El sitio web debe ser una dirección que empiece por http:// o https://.',
  'The registration number cannot exceed {{limit}} characters.':
    'El número de registro no puede superar los {{limit}} caracteres.',
  'The registration number needs a digit, and can otherwise contain letters, spaces and . / _ -.':
    'El número de registro necesita una cifra y, por lo demás, puede contener letras, espacios y . / _ -.',
  'It has not been taken down.': 'No se ha retirado.',
  'Staff have taken it down. It can only be deleted until they restore it.':
    'El equipo lo ha retirado. Solo se puede eliminar mientras no lo restaure.',
  'The post has been taken down.': 'La publicación se ha retirado.',
  'The post has been restored.': 'La publicación se ha restaurado.',
  'The animal has been taken down.': 'El animal se ha retirado.',
  'The animal has been restored.': 'El animal se ha restaurado.',
  'Nobody decides on reports of what is theirs.': 'Nadie decide sobre denuncias de lo que es suyo.',
  'The reports have been resolved.': 'Las denuncias se han resuelto.',
  'The reports have been dismissed.': 'Las denuncias se han desestimado.',

  // Notifications.
  'Error getting notifications.': 'Error al obtener las notificaciones.',
  'Error getting the notification settings.': 'Error al obtener los ajustes de las notificaciones.',
  'Error changing the notification settings.': 'Error al cambiar los ajustes de las notificaciones.',
  'The kind must be one of those of notifications.': 'El tipo debe ser uno de los de las notificaciones.',
  'The position must not be negative.': 'La posición no debe ser negativa.',
  'It must be said whether the kind is muted.': 'Hay que decir si el tipo está silenciado.',
};
