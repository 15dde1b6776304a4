// Español.

import type { LearnWords } from '../words';

const words: LearnWords = {
  title: 'Aprender go',
  lead: 'Aprende jugando: diez minutos desde la primera piedra hasta la primera partida.',
  lesson: (number: number): string => `Lección ${number}`,
  step: (number: number, count: number): string => `Paso ${number} de ${count}`,
  isDone: 'hecha',
  begin: 'Empezar',
  goOn: 'Seguir',
  next: 'Siguiente',
  nextLesson: 'Lección siguiente',
  all: 'Todas las lecciones',
  back: 'Atrás',
  again: 'Otra vez',
  hint: 'Pista',
  pass: 'Pasar',
  play: 'Mostrar',
  notThis: 'Es una jugada, pero no esta. Inténtalo otra vez.',
  right: '¡Correcto!',
  notThisNumber: 'No del todo. Mira otra vez.',
  board: 'El tablero de práctica',
  toMove: (color: string): string => `Juega ${color}`,
  firstGame: 'Jugar la primera partida',
  firstLead: 'Ya sabes lo bastante para una partida. Juega una y vuelve para el resto.',
  afterFirst: 'Después de la primera partida',
  finished: 'Eso es todo el juego. El resto es jugar.',

  lessons: {
    stones: {
      title: 'Las piedras',
      steps: {
        place: {
          task: 'Tienes las piedras negras. Pon una en un cruce marcado, no dentro de un cuadro.',
          done: 'Eso es una jugada. Las piedras van en los cruces, que se llaman puntos.',
          hint: 'Vale cualquiera de los cruces marcados. Una esquina también es un cruce.',
        },
        turns: { task: 'Se juega por turnos, una piedra cada vez. Mira unas jugadas.', done: 'Negro, Blanco, Negro, Blanco. Una piedra puesta no se mueve.' },
        occupied: {
          task: 'En un cruce cabe una sola piedra. Intenta jugar sobre la blanca.',
          done: 'Lo ocupado está ocupado.',
          hint: 'Juega justo sobre la piedra blanca.',
        },
        stay: { task: 'Juega un momento como quieras y sigue cuando te baste.', done: '' },
      },
    },
    chains: {
      title: 'Cadenas',
      steps: {
        adjacent: {
          task: 'Las piedras vecinas por una línea van juntas: son una cadena. Haz una cadena de dos.',
          done: 'Dos piedras, una cadena.',
          wrong: 'La diagonal no es una línea: son dos cadenas.',
          hint: 'Juega justo arriba, abajo, a la izquierda o a la derecha.',
        },
        diagonal: { task: '¿Cuántas cadenas negras hay?', done: 'Dos. La diagonal no une.' },
        size: { task: '¿Cuántas piedras tiene la cadena negra?', done: 'Cuatro. Sigue las líneas de piedra en piedra.' },
        connect: {
          task: 'Haz una sola cadena con las dos piedras negras.',
          done: 'Ya nadie puede separarlas.',
          wrong: 'Blanco juega en medio: quedan cortadas.',
          hint: 'Juega en el punto entre ellas.',
        },
      },
    },
    liberties: {
      title: 'Libertades',
      steps: {
        middle: { task: 'Los puntos vacíos vecinos de una piedra son sus libertades. ¿Cuántas tiene esta?', done: 'Cuatro en el centro.' },
        edge: { task: '¿Y en el borde?', done: 'Tres.' },
        corner: { task: '¿Y en la esquina?', done: 'Dos.' },
        chain: { task: 'Una cadena comparte sus libertades. ¿Cuántas tiene esta de dos?', done: 'Seis.' },
        taken: { task: 'Blanco ocupa algunas. ¿Cuántas quedan?', done: 'Cuatro. Una piedra rival quita una libertad.' },
        atari: {
          task: '¿Cuántas libertades tiene ahora la piedra negra?',
          done: 'Una. Eso se llama atari: si Blanco la ocupa también, la piedra sale del tablero.',
        },
        escape: {
          task: 'Tu piedra está en atari. Sálvala.',
          done: 'Ahora la cadena tiene tres libertades.',
          wrong: 'Blanco toma la última libertad y la piedra se va.',
          hint: 'Juega en su última libertad.',
        },
      },
    },
    capture: {
      title: 'Capturar',
      steps: {
        one: {
          task: 'Una cadena sin libertades es capturada y sale del tablero. Captura la piedra blanca.',
          done: 'Ahora es tu prisionera.',
          wrong: 'Blanco se escapa.',
          hint: 'Toma su última libertad.',
        },
        edge: { task: 'En el borde hacen falta menos. Captúrala.', done: 'En el borde bastan tres.', wrong: 'Blanco se escapa.' },
        corner: { task: 'Y en la esquina. Captúrala.', done: 'En la esquina bastan dos.', wrong: 'Blanco se escapa.' },
        chain: { task: 'Una cadena se captura entera. Captura las dos piedras.', done: 'Salen las dos a la vez.', wrong: 'Blanco se escapa.' },
        several: {
          task: 'Una jugada puede capturar más de una cadena. Captura las dos.',
          done: 'Dos cadenas con una piedra.',
          wrong: 'Blanco conecta y no se captura nada.',
        },
        choose: {
          task: 'Ambos están en atari y te toca. Captura antes de que te capturen.',
          done: 'Tus piedras están a salvo: quienes las rodeaban ya no están.',
          wrong: 'Blanco fue más rápido.',
        },
        ladder: {
          task: 'La piedra blanca tiene dos libertades. Déjale solo una, una y otra vez, hasta que el borde la detenga.',
          done: 'Atari tras atari hasta el borde: eso es una escalera.',
          wrong: 'Por ese lado Blanco consigue tres libertades y se escapa.',
          hint: 'Toma la libertad que daría más espacio a Blanco y deja la otra.',
        },
        net: {
          task: 'A veces lo mejor es no tocar la piedra. ¿Dónde juegas para que no pueda salir?',
          done: 'Blanco corrió por ambos lados y todo estaba cerrado: eso es una red.',
          wrong: 'Blanco sale por el otro lado.',
          hint: 'En diagonal, delante de la piedra.',
        },
      },
    },
    suicide: {
      title: 'Sin suicidio',
      steps: {
        forbidden: {
          task: 'Intenta jugar en el medio, donde tu piedra no tendría libertades.',
          done: 'Una piedra que no tendría libertades no se puede jugar. Al final del curso verás reglas que lo deciden de otro modo.',
          hint: 'Juega en el punto del medio.',
        },
        corner: { task: 'Lo mismo en la esquina. Inténtalo.', done: 'Rechazado también.' },
        'capture-first': {
          task: 'Pero una jugada que captura sí vale: primero salen los prisioneros, y eso da una libertad. Juégala.',
          done: 'Primero se capturó a Blanco, así que tu piedra tiene una libertad.',
          hint: 'El punto rodeado de blancas, junto a la piedra en atari.',
        },
        'capture-corner': {
          task: 'Ahora eres Blanco. Captura en la esquina.',
          done: 'Primero salen ellas; luego se miran tus libertades.',
          hint: 'El punto de la esquina.',
        },
      },
    },
    eyes: {
      title: 'Dos ojos',
      steps: {
        one: {
          task: 'Blanco rodea un punto, un ojo. No basta: captura toda la cadena.',
          done: 'Un solo ojo se puede llenar cuando todo lo demás está tomado.',
          hint: 'Juega en el ojo.',
        },
        two: { task: 'Ahora Blanco tiene dos ojos. Intenta jugar en el primero.', done: 'Rechazado: allí no capturas nada.' },
        'two-more': { task: '¿Y en el segundo?', done: 'También rechazado. Una cadena con dos ojos nunca puede ser capturada: vive.' },
        make: {
          task: 'Eres Blanco, con sitio para tres puntos. Haz dos ojos.',
          done: 'Dos ojos: vive.',
          wrong: 'Negro toma el medio y queda un solo ojo.',
          hint: 'Divide el sitio en dos.',
        },
        kill: {
          task: 'El mismo sitio, y juega Negro. Impide los dos ojos.',
          done: 'En el medio. Blanco tiene un solo ojo y no puede vivir.',
          wrong: 'Blanco toma el medio y vive.',
          hint: '¿Qué jugaría Blanco?',
        },
        false: {
          task: '¿Dos ojos? Uno de ellos es falso: Negro puede jugar en él, porque así captura una piedra de su muro. Encuéntralo y juega en él.',
          done: 'A Blanco le queda un solo ojo y no puede vivir. Un ojo es verdadero solo si todo su muro resiste.',
          hint: '¿Qué piedra blanca tiene una sola libertad?',
        },
      },
    },
    ko: {
      title: 'Ko',
      steps: {
        take: { task: 'Captura la piedra blanca.', done: 'Una piedra por otra.', hint: 'El punto vacío entre las blancas.' },
        back: {
          task: 'Ahora eres Blanco. Intenta retomar enseguida.',
          done: 'Rechazado: el tablero quedaría como antes y la partida no acabaría nunca.',
          hint: 'Juega donde capturaron tu piedra.',
        },
        film: { task: 'Mira el círculo: retomar devolvería exactamente el mismo tablero.', done: 'Eso es el ko, y la razón de su regla.' },
        elsewhere: {
          task: 'Blanco puede jugar antes en otra parte. Cuando Negro responde, puede tomar el ko.',
          done: 'La jugada en otra parte fue una amenaza.',
        },
        win: {
          task: 'Blanco amenazó en otra parte. También puedes acabar el ko: conecta.',
          done: 'El ko se acabó.',
          wrong: 'Negro respondió y Blanco tomó el ko.',
          hint: 'Llena el punto donde estaba la piedra blanca.',
        },
      },
    },
    territory: {
      title: 'Territorio',
      steps: {
        whose: { task: 'Los puntos vacíos que solo limita Negro son territorio de Negro. ¿Cuántos son?', done: 'Diez.' },
        neutral: { task: 'Los puntos del medio limitan con ambos. ¿Cuántos son solo de Negro?', done: 'Siguen siendo diez. Los otros no son de nadie.' },
        lead: { task: 'Diez para Negro, cinco para Blanco. ¿Cuántos puntos lleva Negro?', done: 'Cinco. Gana quien tiene más.' },
        close: {
          task: 'Hay un hueco en tu muro. Ciérralo.',
          done: 'Ahora el territorio es tuyo.',
          wrong: 'Blanco entra.',
          hint: 'Donde los muros no se tocan.',
        },
      },
    },
    passing: {
      title: 'Pasar, y el final',
      steps: {
        pass: { task: 'Los muros están cerrados y no queda nada que ganar. Pasa.', done: 'Pasaste, Blanco pasó: la partida se detiene y se cuenta.' },
        inside: { task: '¿Cuántos puntos lleva Negro?', done: 'Cinco. Seguir jugando dentro de los propios muros solo los llenaría.' },
      },
    },
    dead: {
      title: 'Piedras muertas',
      steps: {
        capture: {
          task: 'La piedra blanca está dentro de los muros de Negro. ¿Puede escapar? Blanco pasa cada vez; captúrala.',
          done: 'Estaba perdida desde el principio: esas piedras están muertas. No hace falta capturarlas; al final salen solas del tablero y cuentan como prisioneras.',
          hint: 'Quítale las libertades una a una.',
        },
        alive: {
          task: 'Blanco está también dentro de los muros de Negro, pero con dos ojos: vive. Si no hay acuerdo, se juega hasta que quede claro.',
          done: '',
        },
      },
    },
    counting: {
      title: 'Dos maneras de contar',
      steps: {
        same: {
          task: 'Una partida contada dos veces: primero territorio y prisioneros, después toda el área, con las piedras.',
          done: 'El resultado es el mismo.',
        },
        filled: {
          task: 'La misma partida, pero Negro jugó una vez más dentro de sus muros.',
          done: 'La cuenta por territorio le quita un punto; a la de área le da igual.',
        },
        invaded: {
          task: 'La misma partida, pero Blanco echó una piedra dentro de los muros de Negro, y Negro pasó.',
          done: 'Una piedra perdida es prisionera: cuesta un punto, pero solo donde cuentan los prisioneros.',
        },
      },
    },
    komi: {
      title: 'Komi y hándicap',
      steps: {
        first: {
          task: 'Jugar primero vale unos puntos. Blanco los recibe como komi, a menudo seis y medio o siete y medio. También se puede pujar: quien da más komi juega con Negro.',
          done: '',
        },
        handicap: {
          task: 'El más fuerte da un hándicap: Negro tiene piedras en el tablero antes de la primera jugada de Blanco. Mira.',
          done: 'Así la partida es justa.',
        },
      },
    },
    reading: {
      title: 'Mirar más allá',
      steps: {
        snapback: {
          task: 'Da una piedra a Blanco y toma tres. Blanco apenas puede negarse: empieza.',
          done: 'Blanco tomó una piedra y perdió tres. Eso es un uttegaeshi, la ratonera.',
          wrong: 'Blanco conecta y no se captura nada.',
          hint: 'Dentro, entre las piedras blancas: Blanco toma esa piedra. Después juega allí otra vez.',
        },
        game: { task: 'Ya sabes las reglas. Juega un poco en un tablero pequeño, o sigue.', done: '' },
      },
    },
    rulebooks: {
      title: 'Cinco reglamentos',
      steps: {
        white: {
          task: 'Al go se juega con distintos reglamentos; este programa trae cinco, breves. En uno de ellos empieza siempre Blanco. Empieza.',
          done: 'En todos los demás, Negro.',
        },
        suicide: {
          task: 'El reglamento conciso te deja quitar tu propia cadena. Juega en la esquina.',
          done: 'Tus piedras salieron. Rara vez es buena jugada.',
        },
        'suicide-not': { task: 'Los otros no. Intenta lo mismo aquí.', done: 'Rechazado. La página de reglas muestra todo lo que cambia.' },
        stands: {
          task: 'El reglamento conciso no quita nada al final: lo que está, vive. Captúrala antes de pasar.',
          done: 'Tres jugadas y ya no está.',
          hint: 'Quítale las libertades una a una.',
        },
        stone: {
          task: 'En algunos reglamentos pasar cuesta una piedra, que se entrega como prisionera. Mira.',
          done: 'Cada uno dio una: nada cambió entre ellos.',
        },
        third: { task: 'Y allí Blanco tiene que pasar el último, aunque sea un tercer pase. Mira.', done: 'Blanco, Negro, Blanco: se acabó.' },
        passes: { task: 'En el reglamento conciso Blanco pasa en su lugar. Intenta jugar por Blanco.', done: 'Rechazado: un hándicap de tres son dos pases.' },
      },
    },
  },
};

export default words;
