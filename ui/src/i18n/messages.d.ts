// Made by messageTypes.mjs from messages/en.json and messages/staff; not to be edited.

declare module 'messages:others' {
  /** What fetches the texts of each language but English, by its tag. */
  const others: Record<string, () => Promise<{ default: Record<string, import('./section').Texts> }>>
  export default others
}

declare module 'messages:en/shell' {
  const section: import('./section').Section<{
    name: import('./section').None
    product: import('./section').None
    skip: import('./section').None
    main: import('./section').None
    help: import('./section').None
    signIn: import('./section').None
    screenLanguage: import('./section').None
    languageFailed: import('./section').None
    saveFailed: import('./section').None
    refreshFailed: import('./section').None
    partFailed: import('./section').None
    notFoundTitle: import('./section').None
    notFound: import('./section').None
    notFoundHint: import('./section').None
    unknownNumber: { number: string }
    returnHome: import('./section').None
    pageFailed: import('./section').None
    pageFailedHint: import('./section').None
    pageNotLoaded: import('./section').None
    unreachable: import('./section').None
    checkConnection: import('./section').None
    serverError: import('./section').None
    notOurs: import('./section').None
    notOursHint: import('./section').None
    signInElsewhere: import('./section').None
    newVersion: import('./section').None
    newVersionHint: import('./section').None
    loadNewVersion: import('./section').None
    partOutdated: import('./section').None
    tryLater: import('./section').None
  }>
  export default section
}

declare module 'messages:en/navigation' {
  const section: import('./section').Section<{
    menu: import('./section').None
    search: import('./section').None
    order: { count: number }
    copyCenter: import('./section').None
    auditTrail: import('./section').None
    adminTools: import('./section').None
    signOut: import('./section').None
    myOrders: import('./section').None
    openQuestions: { count: number }
    myPackets: import('./section').None
  }>
  export default section
}

declare module 'messages:en/parts' {
  const section: import('./section').Section<{
    loading: import('./section').None
    tryAgain: import('./section').None
    close: import('./section').None
    dismiss: import('./section').None
    newTab: import('./section').None
    previous: import('./section').None
    next: import('./section').None
    previousPage: import('./section').None
    nextPage: import('./section').None
    page: { page: number }
    obsolete: import('./section').None
    preparing: import('./section').None
  }>
  export default section
}

declare module 'messages:en/search' {
  const section: import('./section').Section<{
    heading: import('./section').None
    lead: import('./section').None
    label: import('./section').None
    placeholder: { itemNumber: string }
    itemNumber: import('./section').None
    button: import('./section').None
    clear: import('./section').None
    tooLong: { length: number; max: number }
    suggestionList: import('./section').None
    recent: import('./section').None
    favorites: import('./section').None
    suggestions: import('./section').None
    suggestionCount: { count: number }
    filtered: import('./section').None
    resultsFor: { q: string }
    packets: import('./section').None
    handouts: import('./section').None
    handoutsFor: { subject: string }
  }>
  export default section
}

declare module 'messages:en/results' {
  const section: import('./section').Section<{
    label: import('./section').None
    pages: import('./section').None
    showing: { found: number; from: number; to: number }
    showingFor: { found: number; from: number; q: string; to: number }
    none: import('./section').None
    noneFor: { q: string }
    only: { found: number }
    onlyFor: { found: number; q: string }
    byTerm: { q: string; term: string }
    bySpelling: { q: string; term: string }
    byPart: import('./section').None
    inHandout: import('./section').None
    byFew: import('./section').None
    byConcept: { term: string }
    elsewhere: { q: string }
    fromHospital: import('./section').None
    failed: import('./section').None
    noHandout: import('./section').None
    searchInstead: import('./section').None
    moreGeneral: import('./section').None
    withoutFilters: import('./section').None
    withObsoleteFound: { count: number }
    beyond: import('./section').None
    firstPage: import('./section').None
    lastPage: { page: number }
    searchUnchanged: import('./section').None
    filtersUnchanged: import('./section').None
    unreachable: import('./section').None
    checkConnection: import('./section').None
    oldFilter: import('./section').None
    oldFilterHint: import('./section').None
    tooMany: import('./section').None
    waitMoment: import('./section').None
    serverError: import('./section').None
    tryLater: import('./section').None
    filtersTitle: import('./section').None
    filters: { count: number }
    showResults: { count: number }
    chosenFilters: import('./section').None
    removeFilter: { group: string; value: string }
    clearAll: import('./section').None
    showObsolete: import('./section').None
    incomplete: import('./section').None
    chosen: { count: number }
    findIn: { group: string }
    nothingFound: import('./section').None
    showMore: import('./section').None
    showFewer: import('./section').None
    showMoreOf: { group: string }
    showFewerOf: { group: string }
    export: import('./section').None
    audience: import('./section').None
    authors: import('./section').None
    departments: import('./section').None
    keywords: import('./section').None
    languages: import('./section').None
    material_format: import('./section').None
    publisher_name: import('./section').None
    subject_heading: import('./section').None
    tags: import('./section').None
    where_to_obtain: import('./section').None
    allOfThese: import('./section').None
    anyOfThese: import('./section').None
    matchOf: { group: string }
  }>
  export default section
}

declare module 'messages:en/crisis' {
  const section: import('./section').Section<{
    emergencyTitle: import('./section').None
    emergencyText: import('./section').None
    poisonTitle: import('./section').None
    poisonText: import('./section').None
    suicideTitle: import('./section').None
    suicideText: import('./section').None
    harmTitle: import('./section').None
    harmText: import('./section').None
    call: { number: string }
    text: { number: string; word: string }
    emergencyServices: import('./section').None
    interpreters: import('./section').None
    always: import('./section').None
  }>
  export default section
}

declare module 'messages:en/export' {
  const section: import('./section').Section<{
    export: import('./section').None
    exportExcel: import('./section').None
    exporting: import('./section').None
    failed: import('./section').None
    unreachable: import('./section').None
    serverError: import('./section').None
  }>
  export default section
}

declare module 'messages:en/citation' {
  const section: import('./section').Section<{
    loadingTitle: import('./section').None
    redirectingTitle: import('./section').None
    missingTitle: import('./section').None
    missing: import('./section').None
    missingHint: import('./section').None
    searchInstead: import('./section').None
    failedTitle: import('./section').None
    failed: import('./section').None
    unreachable: import('./section').None
    checkConnection: import('./section').None
    serverError: import('./section').None
    tryLater: import('./section').None
    searchOther: import('./section').None
    printedName: { hospital: string }
    printedOn: { day: string }
    reviewed: { month: string }
    edit: import('./section').None
    replacedBy: import('./section').None
    anotherMaterial: import('./section').None
    printingSpecs: import('./section').None
    languages: import('./section').None
    print: import('./section').None
    asOf: import('./section').None
    abstract: import('./section').None
    wholeAbstract: import('./section').None
    lessAbstract: import('./section').None
    general: import('./section').None
    author: import('./section').None
    publisher: import('./section').None
    keywords: import('./section').None
    audience: import('./section').None
    format: import('./section').None
    publicationDate: import('./section').None
    reviewDate: import('./section').None
    whereToObtain: import('./section').None
    keySubject: import('./section').None
    submittedBy: import('./section').None
    codes: import('./section').None
    noVersions: import('./section').None
    versions: import('./section').None
    language: import('./section').None
    itemNumber: import('./section').None
    revisionDate: import('./section').None
    qrCode: import('./section').None
    viewColumn: import('./section').None
    orderColumn: import('./section').None
    view: import('./section').None
    viewAndPrint: import('./section').None
    opensLanguage: { language: string }
    requestTranslation: import('./section').None
    requested: import('./section').None
    olderThanEnglish: import('./section').None
    withdrawn: import('./section').None
    withdrawnReason: { reason: import('./section').Tag }
    play: { language: string }
    copyOf: { day: string }
  }>
  export default section
}

declare module 'messages:en/linkMark' {
  const section: import('./section').Section<{
    gone: import('./section').None
    unreachable: import('./section').None
    soft404: import('./section').None
    changed: import('./section').None
  }>
  export default section
}

declare module 'messages:en/asOf' {
  const section: import('./section').Section<{
    title: import('./section').None
    hint: import('./section').None
    day: import('./section').None
    show: import('./section').None
    cancel: import('./section').None
    missing: import('./section').None
    future: import('./section').None
  }>
  export default section
}

declare module 'messages:en/qr' {
  const section: import('./section').Section<{
    title: import('./section').None
    cancel: import('./section').None
    download: import('./section').None
    copyImage: import('./section').None
    copyUrl: import('./section').None
    alt: { language: string; title: string }
    failed: import('./section').None
    failedHint: import('./section').None
  }>
  export default section
}

declare module 'messages:en/session' {
  const section: import('./section').Section<{
    favorites: import('./section').None
    favoritePages: import('./section').None
    range: { found: number; from: number; to: number }
    favorite: { title: string }
    addFavorite: import('./section').None
    removeFavorite: import('./section').None
    inOrder: import('./section').None
    addToOrder: import('./section').None
    added: { language: string }
    saveAsPacket: import('./section').None
  }>
  export default section
}

declare module 'messages:en/loadingFailure' {
  const section: import('./section').Section<{
    title: import('./section').None
  }>
  export default section
}

declare module 'messages:en/signInExpired' {
  const section: import('./section').Section<{
    title: import('./section').None
    hint: import('./section').None
    signInAgain: import('./section').None
    signedInAgain: import('./section').None
    tryAgain: import('./section').None
    discard: import('./section').None
  }>
  export default section
}

declare module 'messages:en/preferredLanguage' {
  const section: import('./section').Section<{
    control: import('./section').None
    viewIn: { name: import('./section').Tag }
    availableIn: { name: import('./section').Tag }
    notYet: { name: import('./section').Tag }
    inLanguage: import('./section').None
    moreLanguages: import('./section').None
  }>
  export default section
}

declare module 'messages:en/languageOffer' {
  const section: import('./section').Section<{
    offer: import('./section').None
    endOffers: import('./section').None
  }>
  export default section
}

declare module 'messages:en/languagePicker' {
  const section: import('./section').Section<{
    hint: import('./section').None
    find: import('./section').None
    any: import('./section').None
    count: { count: number }
    noneFound: import('./section').None
    chosen: { language: string }
    noneChosen: import('./section').None
    handoutsToo: { name: import('./section').Tag }
    undo: import('./section').None
  }>
  export default section
}

declare module 'messages:en/replica' {
  const section: import('./section').Section<{
    about: import('./section').None
    stale: { ago: string; time: string }
    readOnly: import('./section').None
    onPrimary: { primary: import('./section').Tag }
  }>
  export default section
}

declare module 'messages:en/translation' {
  const section: import('./section').Section<{
    request: import('./section').None
    what: { name: import('./section').Tag; title: import('./section').Tag }
    note: import('./section').None
    noteHint: import('./section').None
    noteTooLong: { max: number }
    cancel: import('./section').None
    send: import('./section').None
    sent: import('./section').None
    sentBefore: import('./section').None
    sentHint: import('./section').None
    notSent: import('./section').None
    checkConnection: import('./section').None
    tryLater: import('./section').None
    signInExpired: import('./section').None
    alreadyExists: import('./section').None
  }>
  export default section
}

declare module 'messages:en/home' {
  const section: import('./section').Section<{
    serviceDesk: import('./section').None
    translation: import('./section').None
    createMaterials: import('./section').None
    healthLiteracy: import('./section').None
    contact: { mail: import('./section').Tag }
    tellUs: import('./section').None
    tellUsSubject: { q: string }
    byLanguage: import('./section').None
    bySubject: import('./section').None
    materials: { count: number }
    showAll: { count: number }
    showFewer: import('./section').None
    forStaff: import('./section').None
    byAudience: import('./section').None
  }>
  export default section
}

declare module 'messages:en/ownOrders' {
  const section: import('./section').Section<{
    noFavorites: import('./section').None
    recent: import('./section').None
    all: import('./section').None
    question: { number: string }
    answer: import('./section').None
    neededBy: { day: string }
    more: { count: number }
    received: import('./section').None
    waiting: import('./section').None
    printing: import('./section').None
    ready: import('./section').None
    sent: import('./section').None
    partlySent: import('./section').None
    cancelled: import('./section').None
    fromLast: { number: string }
  }>
  export default section
}

declare module 'messages:en/order' {
  const section: import('./section').Section<{
    title: import('./section').None
    heading: import('./section').None
    printed: import('./section').None
    smaller: import('./section').None
    questions: { mail: import('./section').Tag }
    materials: import('./section').None
    materialsTable: import('./section').None
    empty: import('./section').None
    removed: { language: string; title: string }
    itemNumber: import('./section').None
    materialTitle: import('./section').None
    language: import('./section').None
    quantity: import('./section').None
    quantityOf: { language: string; title: string }
    quantityRange: { max: number; min: number }
    quantityWrong: import('./section').None
    remove: import('./section').None
    removeLine: { language: string; title: string }
    noNumber: import('./section').None
    estimate: import('./section').None
    notKnown: import('./section').None
    pagesColor: { count: number }
    pagesBlackAndWhite: { count: number }
    total: { amount: import('./section').Tag }
    without: { count: number }
    onlyEstimate: import('./section').None
    contact: import('./section').None
    billing: import('./section').None
    budget: import('./section').None
    prices: import('./section').None
    priceBlackAndWhite: import('./section').None
    priceColor: import('./section').None
    firstName: import('./section').None
    lastName: import('./section').None
    email: import('./section').None
    phoneNumber: import('./section').None
    department: import('./section').None
    mailStop: import('./section').None
    dateOfOrder: import('./section').None
    dateRequired: import('./section').None
    costCenter: import('./section').None
    activity: import('./section').None
    costCategory: import('./section').None
    specialInstructions: import('./section').None
    missing: { label: string }
    wrongEmail: import('./section').None
    wrongYear: import('./section').None
    past: import('./section').None
    tooFarAhead: import('./section').None
    refused: import('./section').None
    submit: import('./section').None
    sending: import('./section').None
    loading: import('./section').None
    notLoaded: import('./section').None
    receivedBefore: import('./section').None
    receivedBeforeHint: { list: import('./section').Tag }
    sendAsAnother: import('./section').None
    notSent: import('./section').None
    inputPreserved: import('./section').None
    tooMany: import('./section').None
    lineRefused: { language: string; title: string }
    success: import('./section').None
    submitted: import('./section').None
    number: { number: import('./section').Tag }
    follow: { list: import('./section').Tag }
    print: import('./section').None
    accept: import('./section').None
    fromCopyCenter: import('./section').None
    orderNumber: { number: string }
    printedOn: { day: string; number: string }
  }>
  export default section
}

declare module 'messages:en/myOrders' {
  const section: import('./section').Section<{
    title: import('./section').None
    back: import('./section').None
    loading: import('./section').None
    failed: import('./section').None
    none: import('./section').None
    addedAgain: import('./section').None
    order: { number: string }
    facts: { department: string; mailStop: string; needed: string; ordered: string }
    mailWaits: import('./section').None
    estimate: { amount: string }
    toCome: import('./section').None
    partlyToCome: { remaining: number; sent: number }
    noLongerInUse: import('./section').None
    noNumber: import('./section').None
    timeline: import('./section').None
    timelineOf: { number: string }
    ofOrder: { number: string }
    again: import('./section').None
    againOf: { number: string }
    cancel: import('./section').None
    cancelOf: { number: string }
    question: import('./section').None
    answer: import('./section').None
    reopened: { state: string }
    backTo: { state: string }
    asks: { name: string }
    copyCenterAsks: import('./section').None
    yourAnswer: import('./section').None
    aboutOrder: { number: string }
    answerMissing: import('./section').None
    sendAnswer: import('./section').None
    answerSent: { number: string }
    answerNotSent: import('./section').None
    typedKept: import('./section').None
    cancelTitle: { number: string }
    keep: import('./section').None
    cancelOrder: import('./section').None
    cancelHint: import('./section').None
    notCancelled: import('./section').None
    cancelled: { number: string }
    note: import('./section').None
    optional: import('./section').None
  }>
  export default section
}

declare module 'messages:en/problem' {
  const section: import('./section').Section<{
    foreign: import('./section').None
    unreachable: import('./section').None
    unreadable: import('./section').None
    signInExpired: import('./section').None
    forbidden: import('./section').None
    notFound: import('./section').None
    exists: import('./section').None
    changed: import('./section').None
    tooLarge: import('./section').None
    correct: import('./section').None
    tooMany: import('./section').None
    noSpace: import('./section').None
    serverError: import('./section').None
    unknown: import('./section').None
    responseUnreadable: import('./section').None
  }>
  export default section
}

declare module 'messages:en/packet' {
  const section: import('./section').Section<{
    loadingTitle: import('./section').None
    missing: import('./section').None
    missingHint: import('./section').None
    deleted: import('./section').None
    deletedHint: import('./section').None
    search: import('./section').None
    failed: import('./section').None
    outdated: import('./section').None
    language: import('./section').None
    chooseLanguage: import('./section').None
    languageCount: { count: number; name: string; total: number }
    shownIn: { available: number; count: number; language: string }
    handouts: { count: number }
    empty: import('./section').None
    alsoIn: import('./section').None
    openVersion: { title: string }
    noFile: import('./section').None
    replaces: { title: import('./section').Tag }
    standsFor: { title: import('./section').Tag }
    noReplacement: import('./section').None
    needsLook: { count: number }
    personal: import('./section').None
    actions: import('./section').None
    print: import('./section').None
    qrCode: import('./section').None
    copyLink: import('./section').None
    linkCopied: import('./section').None
    copyFailed: import('./section').None
    addAll: import('./section').None
    edit: import('./section').None
    copyAsNew: import('./section').None
    printedName: { hospital: string }
    printedOn: { day: string }
    scanAll: import('./section').None
    itemNumber: import('./section').None
    askForCopy: import('./section').None
    qrAlt: { title: string }
    qrHint: import('./section').None
    close: import('./section').None
    downloadImage: import('./section').None
    copyImage: import('./section').None
  }>
  export default section
}

declare module 'messages:en/packetOrder' {
  const section: import('./section').Section<{
    title: import('./section').None
    quantity: import('./section').None
    quantityRange: { max: number; min: number }
    inLanguage: { name: import('./section').Tag }
    choose: { name: import('./section').Tag }
    languageOf: { title: string }
    leaveOut: import('./section').None
    notOrderable: import('./section').None
    none: import('./section').None
    add: { count: number }
    added: { count: number }
    cancel: import('./section').None
  }>
  export default section
}

declare module 'messages:en/packets' {
  const section: import('./section').Section<{
    title: import('./section').None
    lead: import('./section').None
    find: import('./section').None
    search: import('./section').None
    department: import('./section').None
    allDepartments: import('./section').None
    found: { count: number }
    handouts: { count: number }
    none: import('./section').None
    noMatch: import('./section').None
    showAll: import('./section').None
    noObsolete: import('./section').None
    views: import('./section').None
    all: import('./section').None
    withObsolete: import('./section').None
    loading: import('./section').None
    failed: import('./section').None
    pages: import('./section').None
    changed: { day: string }
    published: import('./section').None
    needsLook: { count: number }
    add: import('./section').None
    download: import('./section').None
    downloadExcel: import('./section').None
    ownTitle: import('./section').None
    ownLead: import('./section').None
    ownNone: import('./section').None
  }>
  export default section
}

declare module 'messages:en/packetLinks' {
  const section: import('./section').Section<{
    add: import('./section').None
    addOf: { title: string }
    addTitle: import('./section').None
    newWith: import('./section').None
    own: import('./section').None
    handouts: { count: number }
    administratorsOnly: import('./section').None
    full: import('./section').None
    loading: import('./section').None
    failed: import('./section').None
    added: { packet: string; title: string }
    open: import('./section').None
    notAdded: import('./section').None
    changedMeanwhile: import('./section').None
    checkConnection: import('./section').None
    tryLater: import('./section').None
    inPackets: import('./section').None
    packets: import('./section').None
    allPackets: import('./section').None
  }>
  export default section
}

declare module 'messages:en/report' {
  const section: import('./section').Section<{
    button: import('./section').None
    title: import('./section').None
    intro: import('./section').None
    about: import('./section').None
    wholePacket: import('./section').None
    language: import('./section').None
    noLanguage: import('./section').None
    kind: import('./section').None
    kindLink: import('./section').None
    kindOutdated: import('./section').None
    kindWrong: import('./section').None
    kindTranslation: import('./section').None
    kindHard: import('./section').None
    kindOther: import('./section').None
    details: import('./section').None
    text: import('./section').None
    textOptional: import('./section').None
    textHint: import('./section').None
    textRequired: import('./section').None
    textTooLong: { max: number }
    email: import('./section').None
    emailHint: import('./section').None
    emailInvalid: import('./section').None
    kindRequired: import('./section').None
    cancel: import('./section').None
    send: import('./section').None
    sending: import('./section').None
    sent: import('./section').None
    sentHint: import('./section').None
    careTeam: import('./section').None
    notSent: import('./section').None
    checkFields: import('./section').None
    checkConnection: import('./section').None
    tooMany: import('./section').None
    tryLater: import('./section').None
    gone: import('./section').None
    onPrimary: { primary: import('./section').Tag }
    formatButton: import('./section').None
    formatTitle: import('./section').None
    formatWhich: import('./section').None
    formatLargePrint: import('./section').None
    formatPlainText: import('./section').None
    formatBraille: import('./section').None
    formatReadAloud: import('./section').None
    formatTextHint: import('./section').None
    formatUnreachable: import('./section').None
    formatSend: import('./section').None
    formatSent: import('./section').None
    formatSentHint: import('./section').None
  }>
  export default section
}

declare module 'messages:en/usage' {
  const section: import('./section').Section<{
    heading: import('./section').None
    view: { count: number }
    open: { count: number }
    scan: { count: number }
    order: { count: number }
    none: import('./section').None
  }>
  export default section
}

declare module 'messages:en/share' {
  const section: import('./section').Section<{
    share: import('./section').None
    shareLanguage: { language: string }
    copyLink: import('./section').None
    email: import('./section').None
    textMessage: import('./section').None
    linkCopied: import('./section').None
  }>
  export default section
}

declare module 'messages:staff/accessibility' {
  const text: import('./section').Text<{
    accessibility: import('./section').None
    intro: import('./section').None
    pagesOfFiles: import('./section').None
    listNotLoaded: import('./section').None
    nothingFound: import('./section').None
    noFilesHere: import('./section').None
    files: { found: number }
    finding: import('./section').None
    everyFinding: import('./section').None
    all: import('./section').None
    failures: import('./section').None
    blocking: import('./section').None
    unreadable: import('./section').None
    unchecked: import('./section').None
    pending: import('./section').None
    aside: import('./section').None
    filesWithFindings: import('./section').None
    title: import('./section').None
    language: import('./section').None
    findings: import('./section').None
    opens: import('./section').None
    lastChecked: import('./section').None
    never: import('./section').None
    noText: import('./section').None
    notTagged: import('./section').None
    untaggedText: import('./section').None
    noLanguage: import('./section').None
    otherLanguage: import('./section').None
    noTitle: import('./section').None
    figuresWithoutText: import('./section').None
    tablesWithoutHeaders: import('./section').None
    fieldsWithoutName: import('./section').None
    fontsWithoutUnicode: import('./section').None
    encrypted: import('./section').None
    noHeadings: import('./section').None
    noBookmarks: import('./section').None
    withCount: { count: number; finding: string }
    withPages: { finding: string; pages: string }
    withPage: { finding: string; pages: string }
    criterion: { criterion: string }
    isBlocking: import('./section').None
    stateChecked: import('./section').None
    statePending: import('./section').None
    stateUnreadable: { reason: string }
    stateUnchecked: { reason: string }
    setAside: import('./section').None
    setAsideHint: import('./section').None
    wasSetAside: { finding: string }
    wasRestored: { finding: string }
    note: import('./section').None
    noteRequired: import('./section').None
    cancel: import('./section').None
    restore: import('./section').None
    asideNote: { note: string }
    notSaved: import('./section').None
    before: import('./section').None
    after: import('./section').None
  }>
  export default text
}

declare module 'messages:staff/adminScreens' {
  const text: import('./section').Text<{
    catalogue: import('./section').None
    addResource: import('./section').None
    review: import('./section').None
    problemReports: import('./section').None
    usage: import('./section').None
    brokenLinks: import('./section').None
    readingLevel: import('./section').None
    accessibility: import('./section').None
    duplicates: import('./section').None
    packets: import('./section').None
    importAndExport: import('./section').None
    wordsAndLanguages: import('./section').None
    manageLookups: import('./section').None
    synonyms: import('./section').None
    promotedResults: import('./section').None
    translations: import('./section').None
    searchInsight: import('./section').None
    work: import('./section').None
    copyCenter: import('./section').None
    jobs: import('./section').None
    labelOverdue: { label: string; overdue: number }
    overview: import('./section').None
    adminTools: import('./section').None
    tableauDashboard: import('./section').None
    opensInNewTab: import('./section').None
  }>
  export default text
}

declare module 'messages:staff/audit' {
  const text: import('./section').Text<{
    auditTrail: import('./section').None
    introduction: import('./section').None
    pagesOfTrail: import('./section').None
    listNotLoaded: import('./section').None
    none: import('./section').None
    count: { found: number }
    downloadAsJsonLines: import('./section').None
    from: import('./section').None
    to: import('./section').None
    person: import('./section').None
    personHint: import('./section').None
    action: import('./section').None
    allActions: import('./section').None
    object: import('./section').None
    objectHint: import('./section').None
    apply: import('./section').None
    number: import('./section').None
    time: import('./section').None
    request: import('./section').None
    failed: import('./section').None
    refused: import('./section').None
    before: { tag: string }
    after: { tag: string }
    times: { count: number }
    allOf: { subject: string }
    server: import('./section').None
    serverStart: import('./section').None
    serverStop: import('./section').None
    signIn: import('./section').None
    signInGroups: import('./section').None
    signInEnd: import('./section').None
    signOut: import('./section').None
    access: import('./section').None
    accessRefuse: import('./section').None
    accessRefuseMore: import('./section').None
    citation: import('./section').None
    citationAdd: import('./section').None
    citationChange: import('./section').None
    citationRestore: import('./section').None
    citationReview: import('./section').None
    lookup: import('./section').None
    lookupAdd: import('./section').None
    lookupRename: import('./section').None
    lookupDelete: import('./section').None
    language: import('./section').None
    languageTag: import('./section').None
    synonym: import('./section').None
    synonymAdd: import('./section').None
    synonymChange: import('./section').None
    synonymDelete: import('./section').None
    promotion: import('./section').None
    promotionAdd: import('./section').None
    promotionChange: import('./section').None
    promotionDelete: import('./section').None
    term: import('./section').None
    termSwitch: import('./section').None
    termImport: import('./section').None
    packet: import('./section').None
    packetAdd: import('./section').None
    packetChange: import('./section').None
    packetDelete: import('./section').None
    packetRestore: import('./section').None
    order: import('./section').None
    orderSubmit: import('./section').None
    orderTransition: import('./section').None
    job: import('./section').None
    jobAdd: import('./section').None
    jobComplete: import('./section').None
    translation: import('./section').None
    translationRequest: import('./section').None
    translationClose: import('./section').None
    report: import('./section').None
    reportSubmit: import('./section').None
    reportChange: import('./section').None
    link: import('./section').None
    linkCheck: import('./section').None
    file: import('./section').None
    fileUpload: import('./section').None
    fileAdopt: import('./section').None
    fileAttach: import('./section').None
    fileDelete: import('./section').None
    fileWithdraw: import('./section').None
    finding: import('./section').None
    findingAside: import('./section').None
    import: import('./section').None
    importAdd: import('./section').None
    importChange: import('./section').None
    importDelete: import('./section').None
    export: import('./section').None
    backup: import('./section').None
    restore: import('./section').None
    promote: import('./section').None
    role: import('./section').None
    roleGrant: import('./section').None
    roleRevoke: import('./section').None
    audit: import('./section').None
    auditRemove: import('./section').None
  }>
  export default text
}

declare module 'messages:staff/bulkEdit' {
  const text: import('./section').Text<{
    progressOfJob: import('./section').None
    skippedCitations: { citationCount: string }
    moreNotListed: { more: number }
    undoneByAnotherJob: import('./section').None
    undo: import('./section').None
    undoFailed: import('./section').None
    jobs: import('./section').None
    jobsIntroduction: import('./section').None
    jobsNotLoaded: import('./section').None
    noJobsInLastDay: import('./section').None
    undoWhat: { what: string }
    setReviewer: { reviewer: string }
    markAsReviewed: import('./section').None
    running: import('./section').None
    undoTitle: { title: string }
    citationsChanged: { citationCount: string }
    previewFailed: import('./section').None
    anotherChange: import('./section').None
    showWhatChange: import('./section').None
    changeCitations: import('./section').None
    nothingSelected: { link: import('./section').Tag }
    correctBelow: { rest: string }
    citationsSelected: { citationCount: string }
    backToResults: import('./section').None
    jobComplete: import('./section').None
    jobRunning: import('./section').None
    job: import('./section').None
    jobStarting: import('./section').None
    jobContinuesWhenYouLeave: { link: import('./section').Tag }
    changeSuffix: { place: number }
    changePlace: { place: number }
    field: import('./section').None
    whatToDo: import('./section').None
    removeChangePlace: { place: number }
    remove: import('./section').None
    replacedByOptional: import('./section').None
    inMonths: import('./section').None
    codeSystem: import('./section').None
    codeError: { code: string; message: string }
    codesHint: import('./section').None
    yesNoLongerInUse: import('./section').None
    noInUse: import('./section').None
    leaveEmpty: import('./section').None
    setTo: import('./section').None
    add: import('./section').None
    replaceAllBy: import('./section').None
    preview: import('./section').None
    newValues: import('./section').None
    valuesNotInUse: { count: number; newValues: string }
    nothingChanged: import('./section').None
    backToForm: import('./section').None
    changeCitationsButton: { citationCount: string }
    firstCount: { count: number }
    beforeAndAfter: import('./section').None
    title: import('./section').None
    yes: import('./section').None
    no: import('./section').None
    addValues: { labelOf: string; valueText: string }
    removeValues: { labelOf: string; valueText: string }
    markAsObsolete: import('./section').None
    markAsInUse: import('./section').None
    setReviewCycle: { text: string }
    setValue: { labelOf: string; text: string }
    leaveFieldEmpty: { labelOf: string }
    citationsWillChange: { changing: number; citationCount: string }
    citationsAlreadyHaveValues: { citationCount: string; unchanged: number }
    citationsWillBeSkipped: { citationCount: string }
    citationsRestored: { citationCount: string }
    citationsAlreadyHadValues: { citationCount: string }
    citationsSkipped: { citationCount: string }
    valueRequired: { label: string }
    changedTwice: { label: string }
    renameLookup: { category: string; newValue: string; oldValue: string }
    deleteLookup: { category: string; oldValue: string }
    setContact: { contact: string; oldValue: string }
    removeContact: { oldValue: string }
    changes: import('./section').None
    typeOfValues: { count: number; type: string }
    doneOfCitations: { citationCount: string; done: number }
    allFoundBySearch: { count: number }
    noValue: import('./section').None
    startedBy: { by: string; dayAndTime: string }
    seeJobs: { link: import('./section').Tag }
  }>
  export default text
}

declare module 'messages:staff/citationForm' {
  const text: import('./section').Text<{
    somebodyElseChangedCitation: import('./section').None
    currentVersionOption: { dayAndTime: string; version: number; who: string }
    versionOption: { dayAndTime: string; version: number; who: string }
    compareVersions: import('./section').None
    firstVersion: import('./section').None
    secondVersion: import('./section').None
    chooseTwoDifferentVersions: import('./section').None
    versionCurrent: { version: number }
    version: { version: number }
    versionsIdentical: import('./section').None
    fieldsDiffer: { count: number }
    showAllFields: import('./section').None
    versionsCompared: { now: string; old: string }
    field: import('./section').None
    none: import('./section').None
    yes: import('./section').None
    no: import('./section').None
    notApplicable: import('./section').None
    languageRepeated: { lang: string; row: number }
    languageRequired: import('./section').None
    labelRequired: { label: string }
    yearFourDigits: { label: string }
    dateTooEarly: { label: string; year: string }
    dateInFuture: { label: string }
    dateTooFarAhead: { label: string; years: number }
    dateKept: import('./section').None
    revisionDate: import('./section').None
    versionTitle: import('./section').None
    pagesRange: import('./section').None
    reviewCycleRange: import('./section').None
    success: import('./section').None
    returnToView: import('./section').None
    yourCitationAdded: import('./section').None
    yourCitationUpdated: import('./section').None
    savedMayDuplicate: import('./section').None
    andMore: { more: number }
    recent: import('./section').None
    noCitationFound: import('./section').None
    noCitationFoundHeading: import('./section').None
    citationNotLoaded: import('./section').None
    add: import('./section').None
    edit: import('./section').None
    verbGeneral: { verb: string }
    obsolete: import('./section').None
    verbLanguages: { verb: string }
    verbFormat: { verb: string }
    verbReview: { verb: string }
    reviewCycleHint: import('./section').None
    verbCodes: { verb: string }
    codesIntroduction: import('./section').None
    codeSystem: import('./section').None
    code: import('./section').None
    codeDisplay: import('./section').None
    codeRowSuffix: { code: string; n: number }
    codeRequired: import('./section').None
    codesTooMany: { max: number }
    codesAdded: { count: number }
    codeRemoved: { code: string }
    theCode: import('./section').None
    removeCode: { code: string; n: number }
    codeInSentence: import('./section').None
    addCode: import('./section').None
    verbNotes: { verb: string }
    theLanguage: import('./section').None
    langRemoved: { lang: string }
    addNew: import('./section').None
    pages: import('./section').None
    rowSuffixWithLanguage: { lang: string; n: number }
    language: import('./section').None
    rowSuffix: { n: number }
    rowNumber: { n: number }
    codeNumber: { n: number }
    removeRow: { lang: string; n: number }
    remove: import('./section').None
    url: import('./section').None
    open: import('./section').None
    pleaseCompleteFields: import('./section').None
    addingNewResource: import('./section').None
    editingTitle: { title: string }
    newResource: import('./section').None
    saveChanges: import('./section').None
    yourChangesNotSaved: import('./section').None
    editingResource: import('./section').None
    fieldsMarkedRequired: import('./section').None
    languageRequiredMark: { star: import('./section').Tag }
    opensInNewTab: { rowSuffix: string }
    pageCount: { pages: number }
    languageInSentence: import('./section').None
    notApplicableShort: import('./section').None
    removedText: import('./section').None
    addedText: import('./section').None
    file: import('./section').None
    uploadUnfinished: { name: string }
  }>
  export default text
}

declare module 'messages:staff/controls' {
  const text: import('./section').Text<{
    create: { create: string }
    nothingFound: import('./section').None
    clearLabel: { label: string }
    selectedLabel: { label: string }
    removeChosen: { chosen: string }
    line: { line: number; message: string }
    moreErrors: { more: number }
    views: import('./section').None
    reloadList: import('./section').None
    downloadAsCsv: import('./section').None
    downloadAsExcel: import('./section').None
    skippedCitations: import('./section').None
    typeToSearch: import('./section').None
    searching: import('./section').None
    searchFailed: import('./section').None
    countFound: { count: number }
    actions: import('./section').None
    edit: import('./section').None
    editName: { name: string }
    delete: import('./section').None
    deleteName: { name: string }
    nameDeleted: { name: string }
    pleaseTryAgain: import('./section').None
    save: import('./section').None
    saveChanges: import('./section').None
    cancel: import('./section').None
    department: import('./section').None
    allDepartments: import('./section').None
    replacementHint: import('./section').None
    numberAndMore: { count: number; number: string }
  }>
  export default text
}

declare module 'messages:staff/copyCenter' {
  const text: import('./section').Text<{
    countOrdersSelected: { count: number }
    orderCount: { count: number }
    selectPage: import('./section').None
    selectFirst: { max: number }
    ordersNotSelected: import('./section').None
    selectAllFound: { found: number }
    orders: import('./section').None
    selectAllOrdersOnPage: import('./section').None
    number: import('./section').None
    state: import('./section').None
    neededBy: import('./section').None
    ordered: import('./section').None
    orderedBy: import('./section').None
    mailStop: import('./section').None
    lines: import('./section').None
    pieces: import('./section').None
    selectOrderNumber: { number: string }
    late: import('./section').None
    selectedOrdersChanged: { count: number }
    deselectThem: { count: number }
    keepSelected: import('./section').None
    open: import('./section').None
    all: import('./section').None
    newSinceYesterday: import('./section').None
    waitingForAnswer: import('./section').None
    printing: import('./section').None
    ready: import('./section').None
    moreFilters: import('./section').None
    moreFiltersCount: { count: number }
    department: import('./section').None
    orderedFrom: import('./section').None
    orderedUntil: import('./section').None
    lateOnly: import('./section').None
    search: import('./section').None
    searchPlaceholder: import('./section').None
    views: import('./section').None
    copyCenter: import('./section').None
    totals: import('./section').None
    pagesOfOrders: import('./section').None
    ordersNotLoaded: import('./section').None
    noOrdersHere: import('./section').None
    printsNotPrepared: import('./section').None
    ordererGetsByMail: import('./section').None
    askQuestion: import('./section').None
    sendQuestion: import('./section').None
    cancelOrder: import('./section').None
    sendRest: import('./section').None
    sent: import('./section').None
    setToSent: import('./section').None
    optionalMailed: { mailed: string }
    reopenTo: { inSentence: string }
    reopenOrder: import('./section').None
    backToChoice: { inSentence: string }
    setBackTo: { inSentence: string }
    shownInTimeline: import('./section').None
    setToChoice: { inSentence: string }
    optionalShownInTimeline: import('./section').None
    timeline: import('./section').None
    line: { line: number }
    sentNow: import('./section').None
    ofRemaining: { remaining: number }
    deliveryAndBilling: import('./section').None
    specialInstructions: import('./section').None
    name: import('./section').None
    phone: import('./section').None
    email: import('./section').None
    costCenter: import('./section').None
    activity: import('./section').None
    costCategory: import('./section').None
    orderProgress: { number: string; progressWords: string }
    orderClosed: import('./section').None
    changeState: import('./section').None
    newState: import('./section').None
    chooseNewState: import('./section').None
    question: import('./section').None
    note: import('./section').None
    somebodyElseChangedOrder: import('./section').None
    pageShowsCurrentState: import('./section').None
    stateNotChanged: import('./section').None
    quantityRange: { remaining: number }
    changeNeedsNote: import('./section').None
    orderChangedWhileOpen: import('./section').None
    orderNotFound: { id: string }
    orderNotLoaded: import('./section').None
    checkNumber: import('./section').None
    orderId: { id: string }
    orderNumber: { number: string }
    backToOrders: import('./section').None
    printTicket: import('./section').None
    ticketNotPrepared: import('./section').None
    items: { count: number }
    linesOfOrder: import('./section').None
    itemNumber: import('./section').None
    title: import('./section').None
    language: import('./section').None
    quantity: import('./section').None
    remaining: import('./section').None
    noLongerInUse: import('./section').None
    pagesAndEstimate: { dollars: string; pages: number }
    estimatedCostOfOrder: { dollars: string }
    month: import('./section').None
    item: import('./section').None
    pages: import('./section').None
    estimate: import('./section').None
    estimatedCost: import('./section').None
    chartDescription: { count: number; name: string; words: string }
    totalsOfOrders: import('./section').None
    pagesOfTotals: import('./section').None
    totalsNotLoaded: import('./section').None
    nothingOrderedInPeriod: import('./section').None
    by: import('./section').None
    ordersSkipped: { count: number }
    stillSelected: { count: number }
    notKnownWhichOrdersChanged: import('./section').None
    ordersStillSelected: { text: string }
    ordersNotPrintedDeselected: import('./section').None
    serverGaveNoReason: import('./section').None
    setToPrinting: import('./section').None
    setToReady: import('./section').None
    selectedOrders: import('./section').None
    selected: { count: number }
    maximum: import('./section').None
    clearSelection: import('./section').None
    actions: import('./section').None
    setTo: import('./section').None
    ask: import('./section').None
    cancel: import('./section').None
    printTickets: import('./section').None
    printPickingList: import('./section').None
    askAboutOrders: { orderCount: string }
    ordererGetsQuestionByMail: import('./section').None
    cancelOrdersQuestion: { orderCount: string }
    ordererGetsReasonByMail: import('./section').None
    reason: import('./section').None
    cancelOrders: { orderCount: string }
    earlierStateNeedsNote: { needingNote: string }
    back: import('./section').None
    labelRequired: { label: string }
    printedOn: { shortDate: string }
    pickingList: import('./section').None
    pickingListSize: { items: number; orders: number; pieces: number }
    order: import('./section').None
    orderSize: { count: number; mailStop: string; number: string; pieces: number }
    toSend: import('./section').None
    ordersChanged: { count: number }
    printNothing: import('./section').None
    printAsNow: { count: number }
    printOtherCount: { count: number }
    orderIsNow: { number: string; state: string }
    totalsBy: { grouping: string }
    headingBy: { grouping: string; heading: string }
    waitingInSentence: import('./section').None
    ordersAreNow: { count: number; state: string }
    setOrdersTo: { orderCount: string; state: string }
    setToState: { state: string }
    stateByPerson: { by: string; dayAndTime: string; state: string }
    pagesNotKnown: { count: number }
    received: import('./section').None
    cancelled: import('./section').None
    partlySent: import('./section').None
    answer: import('./section').None
    reopenedState: { state: string }
    backToState: { state: string }
    noItemNumber: import('./section').None
    downloadFiles: import('./section').None
    downloadCurrentFiles: import('./section').None
    orderedFile: import('./section').None
    openFile: import('./section').None
    currentFile: import('./section').None
    opensFile: { lang: string; title: string }
    fileChanged: import('./section').None
    fileRemoved: import('./section').None
    fileAdded: import('./section').None
  }>
  export default text
}

declare module 'messages:staff/counts' {
  const text: import('./section').Text<{
    citations: { count: number }
  }>
  export default text
}

declare module 'messages:staff/duplicates' {
  const text: import('./section').Text<{
    sameTitle: import('./section').None
    sameItemNumber: import('./section').None
    sameUrl: import('./section').None
    kept: import('./section').None
    obsolete: import('./section').None
    editTitle: { readableId: string; title: string }
    edit: import('./section').None
    keepThisTitle: { readableId: string; title: string }
    keepThisOne: import('./section').None
    andCountMoreInCsv: { count: number }
    undoing: import('./section').None
    keeping: import('./section').None
    duplicates: import('./section').None
    introduction: import('./section').None
    pagesOfDuplicates: import('./section').None
    listNotLoaded: import('./section').None
    noDuplicates: import('./section').None
    groups: { found: number }
    undoFailed: import('./section').None
    othersDidNotBecomeObsolete: import('./section').None
    undone: { citationCount: string }
    citationsReplaced: { citationCount: string }
    undo: import('./section').None
    nothingChanged: import('./section').None
    keepTitle: { title: string }
    cancel: import('./section').None
    othersBecomeObsolete: { count: number }
    citationsNotLoaded: import('./section').None
    moreNotShown: { more: number }
    onlyHere: { count: number; languages: string; strong: import('./section').Tag }
  }>
  export default text
}

declare module 'messages:staff/files' {
  const text: import('./section').Text<{
    facts: { size: string; type: string }
    factsWithPages: { pages: number; size: string; type: string }
    bytes: { size: number }
    kilobytes: { size: string }
    megabytes: { size: string }
    opensInNewTab: import('./section').None
    notReadable: import('./section').None
    notReadableHint: import('./section').None
    refusedInFront: import('./section').None
    refusedByNamed: { name: string }
    refusedInFrontHint: import('./section').None
    withdraw: import('./section').None
    withdrawTitle: import('./section').None
    withdrawHint: { name: string }
    reason: import('./section').None
    reasonHint: import('./section').None
    reasonRequired: import('./section').None
    confirm: import('./section').None
    confirmRequired: import('./section').None
    withdrawFile: import('./section').None
    cancel: import('./section').None
    close: import('./section').None
    notWithdrawn: import('./section').None
    wasWithdrawn: { name: string }
    withdrawnPartly: import('./section').None
    withdrawnOn: { day: string; reason: string }
    storedBy: { dayAndTime: string; who: string }
    storedAt: { dayAndTime: string }
    filesOfVersion: { count: number }
    chooseFile: import('./section').None
    takePhoto: import('./section').None
    replaceFile: import('./section').None
    useLink: import('./section').None
    storeHere: import('./section').None
    storingHere: import('./section').None
    storedHere: import('./section').None
    linkNotStored: import('./section').None
    limit: { max: string; types: string }
    waiting: import('./section').None
    percent: { share: number }
    checking: import('./section').None
    progressOf: { name: string }
    progress: { name: string; share: number }
    uploadStarted: { name: string }
    uploaded: { facts: string; name: string }
    uploadedSeveral: { done: number }
    uploadedSeveralFailed: { done: number; failed: number }
    uploadCancelled: { name: string }
    cancelUpload: import('./section').None
    tryAgain: import('./section').None
    dismiss: import('./section').None
    notUploaded: { name: string }
    notSent: { name: string }
    tooLarge: { max: string; size: string }
    justTooLarge: { max: string }
    isFolder: import('./section').None
    isFolderHint: import('./section').None
    interrupted: { name: string }
    interruptedHint: import('./section').None
    gone: { name: string }
    goneHint: import('./section').None
    withdrawnHint: import('./section').None
    uploadAgain: import('./section').None
    replaces: { name: string }
    removes: { name: string }
    keepFile: { name: string }
    olderThanEnglish: import('./section').None
    undecidedTitle: import('./section').None
    undecidedHint: { count: number }
    decided: { count: number }
    choose: import('./section').None
    doNotUse: import('./section').None
    rowOption: { lang: string; n: number }
    rowOptionWithNumber: { lang: string; n: number; number: string }
    noLanguage: import('./section').None
    addRow: { lang: string }
    addRowGroup: import('./section').None
    chooseRow: { name: string }
    rowTaken: import('./section').None
    useFiles: import('./section').None
    todayProposed: import('./section').None
    fileOf: { rowSuffix: string }
  }>
  export default text
}

declare module 'messages:staff/folder' {
  const text: import('./section').Text<{
    title: import('./section').None
    introduction: import('./section').None
    dropHere: import('./section').None
    chooseFiles: import('./section').None
    chooseFolder: import('./section').None
    limit: { max: string; maxMb: string }
    collecting: import('./section').None
    matching: { count: number }
    tooMany: { count: number; max: string }
    noFiles: import('./section').None
    notMatched: import('./section').None
    startOver: import('./section').None
    planHeading: import('./section').None
    summary: { count: number; left: number; open: number; ready: number }
    sameCount: { count: number }
    ignored: { count: number }
    nothingSent: import('./section').None
    replaceAll: { count: number }
    replaceHint: import('./section').None
    show: import('./section').None
    showAll: { count: number }
    showReady: { count: number }
    showOpen: { count: number }
    showSame: { count: number }
    showLeft: { count: number }
    pages: import('./section').None
    caption: import('./section').None
    file: import('./section').None
    goesTo: import('./section').None
    state: import('./section').None
    versionOf: { lang: string; title: string }
    versionWithNumber: { lang: string; number: string; title: string }
    choose: import('./section').None
    doNotSend: import('./section').None
    chooseFor: { path: string }
    ready: import('./section').None
    hasLink: import('./section').None
    hasFile: import('./section').None
    replacesLink: import('./section').None
    replacesFile: import('./section').None
    isEmpty: import('./section').None
    unreadable: import('./section').None
    unfinished: import('./section').None
    sameContent: { path: string }
    otherContent: import('./section').None
    takenChoice: import('./section').None
    notSelected: import('./section').None
    send: { count: number }
    nothingToSend: import('./section').None
    resultHeading: import('./section').None
    doneOf: { count: number; done: number }
    progress: import('./section').None
    cancel: import('./section').None
    waiting: import('./section').None
    sending: { share: number }
    saving: import('./section').None
    attached: import('./section').None
    replaced: import('./section').None
    unchanged: import('./section').None
    failed: { reason: string }
    left: { reason: string }
    cancelled: import('./section').None
    complete: import('./section').None
    stopped: import('./section').None
    result: { attached: number; failed: number; left: number; replaced: number; unchanged: number }
    retry: { count: number }
    download: import('./section').None
    noVersion: import('./section').None
    linkThere: import('./section').None
    fileSince: { day: string }
    withdrawn: import('./section').None
    changedOften: import('./section').None
    leaveTitle: import('./section').None
    leaveHint: import('./section').None
    stay: import('./section').None
    leave: import('./section').None
    csvFile: import('./section').None
    csvResult: import('./section').None
    csvReason: import('./section').None
    csvCitation: import('./section').None
    csvTitle: import('./section').None
    csvLanguage: import('./section').None
    csvCandidates: import('./section').None
    csvFailed: import('./section').None
    csvIgnored: import('./section').None
    csvSkipped: import('./section').None
    csvUnmatched: import('./section').None
    csvAmbiguous: import('./section').None
    csvLeft: import('./section').None
    csvNotSent: import('./section').None
  }>
  export default text
}

declare module 'messages:staff/forms' {
  const text: import('./section').Text<{
    leaveWithoutSaving: import('./section').None
    keepEditing: import('./section').None
    leave: import('./section').None
    changesDiscarded: import('./section').None
    changesStoredAsDraft: import('./section').None
    backToForm: import('./section').None
    discardMyChanges: import('./section').None
    keepMyChanges: import('./section').None
    changesNotSavedYet: import('./section').None
    otherPersonsChangesNotLoaded: import('./section').None
    loadingOtherPersonsChanges: import('./section').None
    changedFields: import('./section').None
    otherFields: import('./section').None
    keepHint: import('./section').None
    history: import('./section').None
    loadingHistory: import('./section').None
    historyNotLoaded: import('./section').None
    restoreVersion: { version: number }
    earlierVersionRestored: import('./section').None
    added: import('./section').None
    valuesRenamed: import('./section').None
    changed: { changed: string }
    currentVersion: import('./section').None
    cancel: import('./section').None
    restore: import('./section').None
    restoreHint: import('./section').None
    versionNotRestored: import('./section').None
    reasonAndInputKept: { reason: string }
    changesRestored: { dayAndTime: string }
    discardChanges: import('./section').None
    saving: import('./section').None
    loading: import('./section').None
  }>
  export default text
}

declare module 'messages:staff/import' {
  const text: import('./section').Text<{
    import: import('./section').None
    importName: { name: string }
    loading: import('./section').None
    notLoaded: import('./section').None
    gone: import('./section').None
    goneHint: import('./section').None
    allImports: import('./section').None
    introduction: import('./section').None
    fileLabel: import('./section').None
    fileHint: import('./section').None
    tooLarge: import('./section').None
    tooLargeHint: import('./section').None
    reading: { name: string }
    notRead: { name: string }
    notReadable: import('./section').None
    notReadableHint: import('./section').None
    earlier: import('./section').None
    earlierCaption: import('./section').None
    earlierNotLoaded: import('./section').None
    file: import('./section').None
    sent: import('./section').None
    state: import('./section').None
    actions: import('./section').None
    stateReady: import('./section').None
    stateRunning: import('./section').None
    stateComplete: import('./section').None
    continueName: { name: string }
    deleteName: { name: string }
    deleted: { name: string }
    notDeleted: import('./section').None
    steps: import('./section').None
    stepFile: import('./section').None
    stepColumns: import('./section').None
    stepPreview: import('./section').None
    stepResult: import('./section').None
    format: import('./section').None
    csv: import('./section').None
    xlsx: import('./section').None
    ods: import('./section').None
    jsonl: import('./section').None
    encoding: import('./section').None
    delimiter: import('./section').None
    tab: import('./section').None
    semicolon: import('./section').None
    comma: import('./section').None
    sheet: import('./section').None
    sheetHint: import('./section').None
    sheetOption: { name: string; rows: number }
    hiddenSheetOption: { name: string; rows: number }
    headerRow: import('./section').None
    headerRowHint: import('./section').None
    headerRowInvalid: import('./section').None
    useRow: import('./section').None
    notices: import('./section').None
    toColumns: import('./section').None
    toPreview: import('./section').None
    otherFile: import('./section').None
    columnsIntroduction: import('./section').None
    columnsCaption: import('./section').None
    column: import('./section').None
    columnName: { column: string; header: string }
    noHeader: import('./section').None
    firstValues: import('./section').None
    noValues: import('./section').None
    importAs: import('./section').None
    ofColumn: { column: string }
    doNotImport: import('./section').None
    groupHandout: import('./section').None
    groupVersion: import('./section').None
    groupForms: import('./section').None
    versionNumber: import('./section').None
    versionUrl: import('./section').None
    versionDate: import('./section').None
    versionPages: import('./section').None
    versionTitle: import('./section').None
    versionWhole: import('./section').None
    lang: import('./section').None
    languages: import('./section').None
    titles: import('./section').None
    versionInLanguage: { lang: string }
    fieldInLanguage: { label: string; lang: string }
    language: import('./section').None
    languageHint: import('./section').None
    languageRequired: import('./section').None
    dates: import('./section').None
    datesAsked: import('./section').None
    datesFromCells: import('./section').None
    chooseOrder: import('./section').None
    us: import('./section').None
    dayFirst: import('./section').None
    splitAtCommas: import('./section').None
    mappingNotSaved: import('./section').None
    changedElsewhere: import('./section').None
    saving: import('./section').None
    key: import('./section').None
    keyAuto: import('./section').None
    keyHint: import('./section').None
    constants: import('./section').None
    constantsHint: import('./section').None
    englishVersion: import('./section').None
    constantField: import('./section').None
    constantValue: import('./section').None
    constantLine: { label: string }
    constantFieldRequired: import('./section').None
    constantValueRequired: import('./section').None
    addConstant: import('./section').None
    removeConstant: { label: string }
    saved: import('./section').None
    savedHint: import('./section').None
    savedName: import('./section').None
    saveMapping: import('./section').None
    replaceMapping: { name: string }
    mappingSaved: { name: string }
    mappingRequired: import('./section').None
    useSaved: import('./section').None
    chooseSaved: import('./section').None
    useMapping: import('./section').None
    mappingUsed: { name: string }
    deleteMapping: import('./section').None
    mappingDeleted: { name: string }
    savedNotChanged: import('./section').None
    comparing: import('./section').None
    previewNotLoaded: import('./section').None
    countsLine: { bad: number; changed: number; new: number; unchanged: number }
    nothingWritten: import('./section').None
    pagesOfRows: import('./section').None
    rowsCaption: import('./section').None
    row: import('./section').None
    title: import('./section').None
    outcome: import('./section').None
    changes: import('./section').None
    noTitle: import('./section').None
    new: import('./section').None
    changed: import('./section').None
    unchanged: import('./section').None
    bad: import('./section').None
    skipped: import('./section').None
    empty: import('./section').None
    cellMessage: { cell: string; field: string; message: string }
    cellMessageWithValue: { cell: string; field: string; message: string; value: string }
    rowMessage: { message: string }
    moreChanges: { count: number }
    decide: { row: string }
    decideChoose: import('./section').None
    update: import('./section').None
    updateTitle: { same: string; title: string }
    sameNumber: import('./section').None
    sameTitle: import('./section').None
    add: import('./section').None
    skip: import('./section').None
    noRows: import('./section').None
    skipBad: { bad: number }
    skipBadRequired: import('./section').None
    decided: { count: number }
    run: import('./section').None
    nothingToImport: import('./section').None
    notStarted: import('./section').None
    previewOutdated: import('./section').None
    backToColumns: import('./section').None
    running: import('./section').None
    runningRows: { records: number; total: number }
    progress: import('./section').None
    mayLeave: import('./section').None
    notStartedYet: import('./section').None
    complete: import('./section').None
    failed: import('./section').None
    imported: { count: number }
    skippedRows: { count: number }
    skippedRow: { reason: string; row: string }
    openCitation: import('./section').None
    undo: import('./section').None
    undoHint: import('./section').None
    undoing: import('./section').None
    undone: import('./section').None
    undoFailed: import('./section').None
    another: import('./section').None
    jobs: import('./section').None
  }>
  export default text
}

declare module 'messages:staff/importExport' {
  const text: import('./section').Text<{
    importAndExport: import('./section').None
    export: import('./section').None
    exportHint: import('./section').None
    exportCatalogue: import('./section').None
    exportCatalogueCsv: import('./section').None
    exportCatalogueExcel: import('./section').None
    conceptCount: { terms: number; total: number }
    yourOwnTerms: import('./section').None
    ownTermsIntroduction: { link: import('./section').Tag }
    tableOfTerms: import('./section').None
    tableHint: import('./section').None
    tableNotImported: import('./section').None
    nothingChanged: import('./section').None
    searchesNowUseYourTerms: import('./section').None
    replaceTable: import('./section').None
  }>
  export default text
}

declare module 'messages:staff/links' {
  const text: import('./section').Text<{
    brokenLinks: import('./section').None
    linksNotCheckedAtNight: import('./section').None
    checkNowHint: { setting: import('./section').Tag }
    pagesOfLinks: import('./section').None
    listNotLoaded: import('./section').None
    noBrokenLinksHere: import('./section').None
    noLinksHere: import('./section').None
    links: { found: number }
    gone: import('./section').None
    noAnswer: import('./section').None
    pageInsteadOfFile: import('./section').None
    fileChanged: import('./section').None
    moved: import('./section').None
    accessRefused: import('./section').None
    notChecked: import('./section').None
    works: import('./section').None
    notConfirmedYet: import('./section').None
    inInternalNetwork: import('./section').None
    portNotChecked: import('./section').None
    urlNotWebAddress: import('./section').None
    containsCredentials: import('./section').None
    fileLargerThan25Mb: import('./section').None
    notFound: import('./section').None
    onLastNights: { nights: number }
    atLastCheck: import('./section').None
    notConfirmedYetDetail: { since: string; what: string }
    nowAtReason: { reason: string }
    serverRefusesCheck: import('./section').None
    serverReportsFileNotExist: import('./section').None
    serverReturnsPageInstead: import('./section').None
    fileDiffersFromOne: import('./section').None
    linksOfHandouts: import('./section').None
    title: import('./section').None
    language: import('./section').None
    address: import('./section').None
    state: import('./section').None
    lastChecked: import('./section').None
    checkAndCorrect: import('./section').None
    urlOpensInNewTab: { url: string }
    never: import('./section').None
    checkNowTitleLang: { lang: string; title: string }
    checkNow: import('./section').None
    editTitle: { title: string }
    edit: import('./section').None
    checkedJustNow: import('./section').None
    checkWaiting: import('./section').None
    broken: import('./section').None
    all: import('./section').None
    citationNoLongerUrl: import('./section').None
    notCheckedText: { text: string }
  }>
  export default text
}

declare module 'messages:staff/lookups' {
  const text: import('./section').Text<{
    mergesInto: { citationCount: string; mergesInto: string }
    languageTagWillBe: { languageTag: string }
    notSavedError: { error: string }
    editValue: { value: string }
    valueRequired: import('./section').None
    value: import('./section').None
    contact: import('./section').None
    cancel: import('./section').None
    saveChanges: import('./section').None
    ruleEnds: import('./section').None
    audience: import('./section').None
    authors: import('./section').None
    departments: import('./section').None
    format: import('./section').None
    keywords: import('./section').None
    languages: import('./section').None
    publisher: import('./section').None
    subjectHeading: import('./section').None
    tags: import('./section').None
    whereToObtain: import('./section').None
    nameAdded: { name: string }
    addDepartment: import('./section').None
    departmentName: import('./section').None
    save: import('./section').None
    deleteItem: import('./section').None
    delete: import('./section').None
    deleteQuestion: import('./section').None
    countingUses: import('./section').None
    usesNotCounted: { name: import('./section').Tag }
    packetsAsDepartment: { packets: number }
    citationsLeftIncomplete: { citationCount: string; link: import('./section').Tag }
    manageLookups: import('./section').None
    loading: import('./section').None
    category: import('./section').None
    synonyms: import('./section').None
    promotedResults: import('./section').None
    filter: import('./section').None
    startsWith: import('./section').None
    oldValueNotDeleted: { oldValue: string }
    deleteAgain: import('./section').None
    nothingChanged: { error: string }
    loadingValues: import('./section').None
    valuesNotLoaded: import('./section').None
    usedBy: import('./section').None
    languageTag: import('./section').None
    updating: import('./section').None
    edit: import('./section').None
    deleteValue: { value: string }
    oldValueBeingUpdated: { oldValue: string }
    serverNotReached: import('./section').None
    yourSignInExpired: import('./section').None
    labelValues: { label: string }
    actions: import('./section').None
    noResultsFound: import('./section').None
    pagesOfLookups: import('./section').None
    unknownTag: import('./section').None
    editTagOfValue: { value: string }
    editTag: import('./section').None
    tagOfValueSaved: { value: string }
    notSavedMessage: { message: string }
    tagOfValue: { value: string }
    languageTagBcp47: import('./section').None
    tagHint: import('./section').None
    notUsed: { name: import('./section').Tag }
    usedByCitations: { citationCount: string; name: import('./section').Tag }
    serverFailed: import('./section').None
    range: { count: number; first: number; last: number }
    nothingChangedCheckConnection: import('./section').None
  }>
  export default text
}

declare module 'messages:staff/overview' {
  const text: import('./section').Text<{
    catalogue: import('./section').None
    overdueReviews: import('./section').None
    citationsPastTheirDueDate: import('./section').None
    brokenLinks: import('./section').None
    urlsOfFilesGone: import('./section').None
    problemReports: import('./section').None
    openReports: import('./section').None
    inaccessibleFiles: import('./section').None
    inaccessibleFilesHint: import('./section').None
    incompleteCitations: import('./section').None
    citationsWithoutRequiredValue: import('./section').None
    duplicates: import('./section').None
    groupsWithSameTitleItem: import('./section').None
    packetsWithObsoleteHandouts: import('./section').None
    obsoletePacketsHint: import('./section').None
    wordsAndLanguages: import('./section').None
    citationsWithoutVersionInLanguage: import('./section').None
    searchesFoundNothing: import('./section').None
    notFoundHint: import('./section').None
    work: import('./section').None
    lateOrders: import('./section').None
    openAndRequiredBeforeToday: import('./section').None
    openOrders: import('./section').None
    neitherSentNorCancelled: import('./section').None
    refusedMails: import('./section').None
    refusedMailsHint: import('./section').None
    overview: import('./section').None
    numbersNotLoaded: import('./section').None
    moreGroup: { group: string }
    none: import('./section').None
    missingInLanguage: { language: string }
  }>
  export default text
}

declare module 'messages:staff/packetForm' {
  const text: import('./section').Text<{
    packet: import('./section').None
    youCannotChangePacket: import('./section').None
    noPacketFound: import('./section').None
    packetDeleted: import('./section').None
    packetNotLoaded: import('./section').None
    atMostMaxCharacters: { max: number }
    titleRequired: import('./section').None
    title: import('./section').None
    titleHint: import('./section').None
    description: import('./section').None
    familiesSeeBelowTitle: import('./section').None
    department: import('./section').None
    publishedLabel: import('./section').None
    titleDeleted: { title: string }
    delete: import('./section').None
    deletionHint: import('./section').None
    deletePacketButton: import('./section').None
    deletePacketQuestion: import('./section').None
    cancel: import('./section').None
    packetNotDeleted: import('./section').None
    dragTitle: { count: number; n: number; title: string }
    dragOrPressUp: import('./section').None
    obsolete: import('./section').None
    handoutNoReplacement: import('./section').None
    replacementShown: { replacement: import('./section').Tag }
    atMostNoteCharacters: { note: number }
    note: import('./section').None
    forTitle: { title: string }
    moveTitleUp: { title: string }
    moveUp: import('./section').None
    moveTitleDown: { title: string }
    moveDown: import('./section').None
    removeTitle: { title: string }
    remove: import('./section').None
    addAtLeastOneHandout: import('./section').None
    atMostItemsHandouts: { items: number }
    titleMoved: { count: number; title: string; to: number }
    titleBack: { title: string }
    handoutAdded: { count: number; label: string }
    handoutsCount: { count: number }
    undo: import('./section').None
    removed: { title: import('./section').Tag }
    allFoundInPacket: import('./section').None
    packetIsFull: { items: number }
    leftOut: { count: number }
    leftOutObsolete: { count: number }
    leftOutMissing: { count: number }
    leftOutTooMany: { count: number }
    addHandout: import('./section').None
    searchByTitleOrItem: import('./section').None
    somebodyElseDeleted: import('./section').None
    editPacket: import('./section').None
    newPacket: import('./section').None
    editingTitle: { title: string }
    savePacket: import('./section').None
    packetNotSaved: import('./section').None
    somebodyElseChangedPacket: import('./section').None
    published: import('./section').None
    handouts: import('./section').None
  }>
  export default text
}

declare module 'messages:staff/profile' {
  const text: import('./section').Text<{
    myUserProfile: import('./section').None
    heading: import('./section').None
    introduction: import('./section').None
    fetchingUserProfile: import('./section').None
    yourProfileNotLoaded: import('./section').None
    accessToken: import('./section').None
    claims: import('./section').None
    claimsAboutYou: import('./section').None
    groupsLeftOut: import('./section').None
    groupsLeftOutHint: import('./section').None
    groupsUnreadable: import('./section').None
    groupsUnreadableHint: import('./section').None
    claim: import('./section').None
    value: import('./section').None
    copiedAnnouncement: import('./section').None
    copied: import('./section').None
    copy: import('./section').None
    signOutEverywhere: import('./section').None
    signOutEverywhereHint: import('./section').None
    copyingRefused: import('./section').None
  }>
  export default text
}

declare module 'messages:staff/promotions' {
  const text: import('./section').Text<{
    promotedResults: import('./section').None
    introduction: { link: import('./section').Tag }
    addPromotion: import('./section').None
    editPromotion: import('./section').None
    deletePromotion: import('./section').None
    deleteQuestion: import('./section').None
    phrases: import('./section').None
    onePerLine: import('./section').None
    title: import('./section').None
    leadsTo: import('./section').None
    handout: import('./section').None
    packet: import('./section').None
    link: import('./section').None
    newTab: import('./section').None
    url: import('./section').None
    findHandout: import('./section').None
    findPacket: import('./section').None
    changed: import('./section').None
    required: { label: string }
    titleSaved: { title: string }
    notSaved: import('./section').None
    notDeleted: import('./section').None
    pages: import('./section').None
    notLoaded: import('./section').None
    none: import('./section').None
  }>
  export default text
}

declare module 'messages:staff/readingLevel' {
  const text: import('./section').Text<{
    readingLevel: import('./section').None
    textsNotRead: import('./section').None
    textsNotReadHint: { setting: import('./section').Tag }
    pagesOfHandouts: import('./section').None
    listNotLoaded: import('./section').None
    noHardHandouts: import('./section').None
    noHandoutsHere: import('./section').None
    handouts: { found: number }
    aboveAim: import('./section').None
    level: import('./section').None
    noText: import('./section').None
    failed: import('./section').None
    short: import('./section').None
    noFormula: import('./section').None
    notFetched: import('./section').None
    all: import('./section').None
    handoutsWithLevels: import('./section').None
    title: import('./section').None
    language: import('./section').None
    figures: import('./section').None
    lastFetched: import('./section').None
    never: import('./section').None
    aboutGrade: { grade: number }
    aboutGradeAim: { grade: number }
    estimate: import('./section').None
    noTextDetail: import('./section').None
    shortDetail: import('./section').None
    noFormulaDetail: import('./section').None
    notFetchedDetail: import('./section').None
    fleschKincaid: { figure: string }
    smog: { figure: string }
    fernandezHuerta: { figure: string }
    veryEasy: import('./section').None
    quiteEasy: import('./section').None
    average: import('./section').None
    somewhatHard: import('./section').None
    veryHard: import('./section').None
    words: { words: number }
    heading: import('./section').None
    grade: { grade: number }
    gradeEstimate: { grade: number }
    oneVersion: { lang: string; text: string }
  }>
  export default text
}

declare module 'messages:staff/record' {
  const text: import('./section').Text<{
    titleAsOfLongDate: { longDate: string; title: string }
    loading: import('./section').None
    noRecordForDate: import('./section').None
    loadingRecord: import('./section').None
    recordAsOfLongDate: { longDate: string }
    explanation: import('./section').None
    recordNotLoaded: import('./section').None
    showCurrentRecord: import('./section').None
    anotherDate: import('./section').None
    dateInUrlNotValid: import('./section').None
    explanationWithFiles: import('./section').None
    explanationWithSomeFiles: import('./section').None
  }>
  export default text
}

declare module 'messages:staff/reports' {
  const text: import('./section').Text<{
    reports: import('./section').None
    introduction: import('./section').None
    open: import('./section').None
    closed: import('./section').None
    kind: import('./section').None
    allKinds: import('./section').None
    kindLink: import('./section').None
    kindOutdated: import('./section').None
    kindWrong: import('./section').None
    kindTranslation: import('./section').None
    kindHard: import('./section').None
    kindFormat: import('./section').None
    kindWithFormat: { format: string; kind: string }
    formatLargePrint: import('./section').None
    formatPlainText: import('./section').None
    formatBraille: import('./section').None
    formatReadAloud: import('./section').None
    kindOther: import('./section').None
    pagesOfReports: import('./section').None
    listNotLoaded: import('./section').None
    noneOpen: import('./section').None
    noneClosed: import('./section').None
    count: { found: number }
    changedHere: { changed: number; count: string }
    aboutPacket: import('./section').None
    obsolete: import('./section').None
    deleted: import('./section').None
    language: { language: string }
    noText: import('./section').None
    replyTo: { email: string }
    noEmail: import('./section').None
    closedBy: { at: string; by: string }
    reopenedBy: { at: string; by: string }
    notedBy: { at: string; by: string }
    mailed: import('./section').None
    close: import('./section').None
    closeTitle: { title: string }
    reopen: import('./section').None
    reopenTitle: { title: string }
    edit: import('./section').None
    editTitle: { title: string }
    reportClosed: { title: string }
    reportReopened: { title: string }
    notReopened: { problemText: string }
    closeQuestion: import('./section').None
    note: import('./section').None
    noteMailed: { email: string }
    noteNotMailed: { email: string }
    noteShown: import('./section').None
    noteTooLong: { max: number }
    cancel: import('./section').None
    closeReport: import('./section').None
    closeAndMail: import('./section').None
    notClosed: import('./section').None
  }>
  export default text
}

declare module 'messages:staff/reviews' {
  const text: import('./section').Text<{
    department: import('./section').None
    reviewer: import('./section').None
    allReviewers: import('./section').None
    citationsByReview: import('./section').None
    selectAllOnPage: import('./section').None
    title: import('./section').None
    files: import('./section').None
    lastReviewed: import('./section').None
    due: import('./section').None
    review: import('./section').None
    selectTitle: { title: string }
    never: import('./section').None
    moreLanguagesOfTitle: { count: number; title: string }
    countMore: { count: number }
    fileOpensInNewTab: { lang: string; title: string }
    overdue: import('./section').None
    dueSoon: import('./section').None
    reviewedToday: import('./section').None
    undoReviewOfTitle: { title: string }
    reviewedTitle: { title: string }
    undo: import('./section').None
    reviewed: import('./section').None
    reviewedWithNote: { title: string }
    reviewWithNote: import('./section').None
    neverReviewed: import('./section').None
    upToDate: import('./section').None
    all: import('./section').None
    titleReviewedToday: { title: string }
    notSavedProblemText: { problemText: string }
    titleReviewUndone: { title: string }
    notUndoneProblemText: { problemText: string }
    nothingOverdueHere: import('./section').None
    nothingDueSoon: import('./section').None
    allReviewedBefore: import('./section').None
    reviewedCitationsRemovedFromPage: import('./section').None
    pagesOfReviews: import('./section').None
    listNotLoaded: import('./section').None
    noCitationsHere: import('./section').None
    countCitations: { count: number }
    setReviewerOfWhat: { what: string }
    markWhatAsReviewedToday: { what: string }
    back: import('./section').None
    setReviewer: import('./section').None
    markAsReviewed: import('./section').None
    nothingChanged: import('./section').None
    reviewerRequired: import('./section').None
    note: import('./section').None
    noteHint: import('./section').None
    reviewerSet: { citationCount: string; reviewer: string }
    citationsMarked: { citationCount: string }
    selectedCitations: import('./section').None
    selected: { selected: number }
    clearSelection: import('./section').None
    markAsReviewedButton: import('./section').None
    setReviewerButton: import('./section').None
    doneOfCitations: { citationCount: string; done: number }
    jobStarting: import('./section').None
    progressOfJob: import('./section').None
    citationsSkipped: { citationCount: string }
    yearsOverdue: { count: number }
    monthsOverdue: { count: number }
    daysOverdue: { count: number }
    reviewedHere: { citationCount: string; reviewedHere: number }
    chooseAnotherView: { empty: string }
    showMore: { count: number }
    changedAfterReview: import('./section').None
    historyInForm: import('./section').None
  }>
  export default text
}

declare module 'messages:staff/searchInsight' {
  const text: import('./section').Text<{
    searchInsight: import('./section').None
    pagesOfSearches: import('./section').None
    searchesNotLoaded: import('./section').None
    searchCounts: { total: number; withoutResult: number }
    notFound: import('./section').None
    notFoundCaption: import('./section').None
    mostFrequent: import('./section').None
    mostFrequentSearches: import('./section').None
    introduction: import('./section').None
    period: import('./section').None
    lastPeriodDays: { period: string }
    language: import('./section').None
    allLanguages: import('./section').None
    languageOption: { languageName: string; texts: number }
    rareTexts: { count: number }
    text: import('./section').None
    searches: import('./section').None
    lastDay: import('./section').None
    actions: import('./section').None
    addSynonymForQ: { q: string }
    addSynonym: import('./section').None
    promoteForQ: { q: string }
    promote: import('./section').None
    languageNotKnown: import('./section').None
    nothingSearched: import('./section').None
    nothingSearchedInLanguage: import('./section').None
    scriptName: { name: string }
    codesWithoutHandout: import('./section').None
    codesIntroduction: import('./section').None
    pagesOfCodes: import('./section').None
    codesNotLoaded: import('./section').None
    noUnansweredCode: import('./section').None
    codeCounts: { found: number; total: number }
    code: import('./section').None
    system: import('./section').None
    requests: import('./section').None
  }>
  export default text
}

declare module 'messages:staff/selection' {
  const text: import('./section').Text<{
    anotherSearch: import('./section').None
    selectionEnded: import('./section').None
    eachResultNowCheckbox: import('./section').None
    select: import('./section').None
    selectTitle: { title: string }
    selectAllOnPage: import('./section').None
    allOnPage: import('./section').None
    selectedCitations: import('./section').None
    selectionCleared: import('./section').None
    clear: import('./section').None
    change: import('./section').None
    countSelected: { count: number }
    allFoundSelected: { count: number }
    selectAllFound: { count: number }
    allFound: { count: number }
  }>
  export default text
}

declare module 'messages:staff/synonyms' {
  const text: import('./section').Text<{
    deleteItem: import('./section').None
    deleteQuestion: import('./section').None
    trySearch: import('./section').None
    tryIt: import('./section').None
    before: import('./section').None
    after: import('./section').None
    searchNotTried: import('./section').None
    found: { found: number }
    termsSaved: { terms: string }
    editSynonym: import('./section').None
    addSynonym: import('./section').None
    terms: import('./section').None
    onePerLine: import('./section').None
    oneWayLabel: import('./section').None
    synonymNotSaved: import('./section').None
    importCounts: { added: number; unchanged: number }
    csv: import('./section').None
    downloadAllSynonyms: import('./section').None
    downloadAllSynonymsAsExcel: import('./section').None
    importSynonyms: import('./section').None
    importHint: import('./section').None
    importFailed: import('./section').None
    nothingImported: import('./section').None
    importComplete: import('./section').None
    import: import('./section').None
    synonyms: import('./section').None
    pleaseTryAgain: import('./section').None
    synonymNotDeleted: import('./section').None
    pagesOfSynonyms: import('./section').None
    synonymsNotLoaded: import('./section').None
    noSynonyms: import('./section').None
    introduction: { link: import('./section').Tag }
    termSwitchedOff: { term: string }
    termSwitched: { term: string }
    termsIntroduction: import('./section').None
    findTerm: import('./section').None
    termNotChanged: import('./section').None
    pagesOfTerms: import('./section').None
    termsNotLoaded: import('./section').None
    term: import('./section').None
    language: import('./section').None
    standsFor: import('./section').None
    actions: import('./section').None
    switchOnTermLangConcept: { concept: string; lang: string; term: string }
    switchOffTermLangConcept: { concept: string; lang: string; term: string }
    switchOn: import('./section').None
    switchOff: import('./section').None
    noResultsFound: import('./section').None
    termCount: { found: number }
    direction: import('./section').None
    changed: import('./section').None
    firstFindsOthers: import('./section').None
    bothWays: import('./section').None
    firstResultsBefore: import('./section').None
    firstResultsAfter: import('./section').None
  }>
  export default text
}

declare module 'messages:staff/translations' {
  const text: import('./section').Text<{
    missingAndOutdated: import('./section').None
    language: import('./section').None
    department: import('./section').None
    show: import('./section').None
    missing: import('./section').None
    outdated: import('./section').None
    pagesOfGaps: import('./section').None
    listNotLoaded: import('./section').None
    citationsLackTranslation: import('./section').None
    title: import('./section').None
    state: import('./section').None
    requests: import('./section').None
    searches: import('./section').None
    revised: import('./section').None
    englishRevised: import('./section').None
    open: import('./section').None
    closed: import('./section').None
    all: import('./section').None
    requestForTitleClosed: { title: string }
    languageOfRequest: import('./section').None
    allLanguages: import('./section').None
    stateOfRequest: import('./section').None
    downloadRequestsAsCsv: import('./section').None
    downloadRequestsAsExcel: import('./section').None
    requestForTitleNotClosed: { title: string }
    pagesOfRequests: import('./section').None
    requestsNotLoaded: import('./section').None
    noRequests: import('./section').None
    requestsForTranslation: import('./section').None
    requestedBy: import('./section').None
    requestedOn: import('./section').None
    actions: import('./section').None
    closedShortDate: { shortDate: string }
    closeRequestForTitleName: { nameOf: string; title: string }
    close: import('./section').None
    translations: import('./section').None
    missingAndOutdatedCounts: { missing: number; outdated: number }
    requestCount: { found: number }
  }>
  export default text
}

declare module 'messages:staff/usage' {
  const text: import('./section').Text<{
    usage: import('./section').None
    introduction: import('./section').None
    notCounted: import('./section').None
    notCountedHint: { setting: import('./section').Tag }
    glance: import('./section').None
    handouts: import('./section').None
    languages: import('./section').None
    departments: import('./section').None
    months: import('./section').None
    unused: import('./section').None
    period: import('./section').None
    lastMonths: { months: number }
    department: import('./section').None
    pagesOfUsage: import('./section').None
    notLoaded: import('./section').None
    nothingCounted: import('./section').None
    everythingUsed: import('./section').None
    title: import('./section').None
    language: import('./section').None
    month: import('./section').None
    view: import('./section').None
    open: import('./section').None
    scan: import('./section').None
    order: import('./section').None
    viewHint: import('./section').None
    openHint: import('./section').None
    scanHint: import('./section').None
    orderHint: import('./section').None
    usageByMonth: import('./section').None
    measure: import('./section').None
    measureByMonth: { measure: string }
    chartDescription: { month: string; words: string }
    asTable: import('./section').None
    mostUsed: import('./section').None
    mostUsedCaption: import('./section').None
    allHandouts: { found: number }
    notUsed: import('./section').None
    notUsedHint: { found: number }
    allUnused: { found: number }
    notUsedCaption: import('./section').None
    wanted: import('./section').None
    wantedHint: import('./section').None
    wantedCaption: import('./section').None
    searches: import('./section').None
    requests: import('./section').None
    nothingWanted: import('./section').None
    usageBy: { grouping: string }
    noDepartment: import('./section').None
    obsolete: import('./section').None
    all: import('./section').None
    rows: { found: number }
    downloadFile: import('./section').None
    countedSince: { month: string }
    countedSinceHint: import('./section').None
    actions: import('./section').None
    review: import('./section').None
    reviewTitle: { title: string }
    markObsolete: import('./section').None
    markTitleObsolete: { title: string }
    reviewQuestion: { title: string }
    reviewHint: import('./section').None
    obsoleteQuestion: { title: string }
    obsoleteHint: import('./section').None
    note: import('./section').None
    noteHint: import('./section').None
    replacedBy: import('./section').None
    cancel: import('./section').None
    markAsReviewed: import('./section').None
    confirmObsolete: import('./section').None
    reviewedToday: import('./section').None
    nowObsolete: import('./section').None
    undo: import('./section').None
    undoReview: { title: string }
    undoObsolete: { title: string }
    titleReviewed: { title: string }
    titleObsolete: { title: string }
    titleUndone: { title: string }
    notDone: { problemText: string }
    notUndone: { problemText: string }
  }>
  export default text
}

declare module 'messages:staff/welcome' {
  const text: import('./section').Text<{
    label: import('./section').None
    staffText: import('./section').None
    staffLink: import('./section').None
    copyCenterText: import('./section').None
    copyCenterLink: import('./section').None
    adminText: import('./section').None
    adminLink: import('./section').None
    auditorText: import('./section').None
    auditorLink: import('./section').None
  }>
  export default text
}
