/** The same program as a module. */
module com.acme.training {
    requires io.stepprofiler;
}
