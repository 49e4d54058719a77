package io.stepprofiler.journal.blocks;

/** Service providers: public, because service loaders create them, in a class that is not, because they are no API. */
final class Providers {
    private Providers() {}

    /** Format of the journals that profiles write. */
    public static final class Format extends BlockJournalFormat {}

    /** Importer of journals. */
    public static final class Importer extends JournalImporter {}
}
