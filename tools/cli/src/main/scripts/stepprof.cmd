@echo off
rem Runs stepprof.jar, which lies beside this file, with the Java of JAVA_HOME or of the path: stepprof, for Windows, without
rem its archive of classes. Not tested: the project is built on Linux.
setlocal
set "java=java"
if defined JAVA_HOME set "java=%JAVA_HOME%\bin\java"
"%java%" -jar "%~dp0stepprof.jar" %*
exit /b %ERRORLEVEL%
