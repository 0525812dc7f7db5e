; What the program wrote about itself where Windows looks, and no installer knows of: that it opens links.
!macro customUnInstall
  DeleteRegKey HKCU "Software\Classes\watchfloor"
!macroend
